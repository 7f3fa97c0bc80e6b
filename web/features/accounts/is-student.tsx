import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { invitationsTexts } from '#web/texts/invitations.ts';
import { DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';

const t = invitationsTexts.invite.student;

export interface InvitedStudent {
  readonly user_id: number;
  readonly fullname: string;
  /** Their courses and classes; '' when none. */
  readonly place: string;
}

interface IsStudentProps {
  people: readonly InvitedStudent[];
  isPending: boolean;
  /** 0: somebody else. */
  onAnswer: (id: number) => void;
  onBack: () => void;
}

/** Before an invited person is added beside a student of that address: is it them? */
export function IsStudent({ people, isPending, onAnswer, onBack }: IsStudentProps) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <Stack aria-busy={isPending}>
      <h3 ref={head} tabIndex={-1} style={{ margin: 0 }}>
        {t.title}
      </h3>
      <Text c="dimmed">{t.lead}</Text>
      {people.map(({ user_id: id, fullname: name, place }) => (
        <Group key={id} justify="space-between">
          <Text>{place === '' ? t.named({ name }) : t.of({ name, place })}</Text>
          <Button variant="light" onClick={() => onAnswer(id)}>
            {t.yes({ name })}
          </Button>
        </Group>
      ))}
      <DialogFoot leave="">
        <Button variant="default" onClick={() => onAnswer(0)}>
          {t.no}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {t.back}
        </Button>
      </DialogFoot>
    </Stack>
  );
}
