import type { PersonLike } from '@gurukul/contract/shared/person/person-behind';
import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { formatDate } from '#web/lib/format/format.ts';
import { aboutPersonTexts } from '#web/texts/about-person.ts';
import { DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';
import classes from './looks-like.module.css';

const t = aboutPersonTexts.like;

/** What the answer sends along. */
export interface LikeAnswer {
  readonly answer: 'same' | 'sibling' | 'new';
  readonly user_id?: number;
}

interface LooksLikeProps {
  name: string;
  people: readonly PersonLike[];
  isPending: boolean;
  onAnswer: (answer: LikeAnswer) => void;
  onBack: () => void;
}

const known = ({ dob, email_id, phone_number }: PersonLike) =>
  [dob && t.born({ date: formatDate(dob) }), email_id, phone_number].filter(Boolean).join(' · ');

/** Before a student is added twice: who of these is it, or is it somebody new? */
export function LooksLike({ name, people, isPending, onAnswer, onBack }: LooksLikeProps) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  const answer = (given: LikeAnswer) => {
    if (!isPending) onAnswer(given);
  };
  return (
    <Stack aria-busy={isPending}>
      <div>
        <h3 ref={head} tabIndex={-1} className={classes.title}>
          {t.title({ name })}
        </h3>
        <Text c="dimmed">{t.lead}</Text>
      </div>
      <ul className={classes.people}>
        {people.map((person) => (
          <li key={person.user_id} className={classes.person}>
            <div className={classes.words}>
              <Text fw={600}>{person.fullname}</Text>
              <Text size="sm" c="dimmed">
                {known(person)}
              </Text>
              <Text size="sm">{person.reasons.map((reason) => t.reasons[reason]).join(', ')}</Text>
            </div>
            <Button variant="light" onClick={() => answer({ answer: 'same', user_id: person.user_id })}>
              {t.same({ name: person.fullname })}
            </Button>
          </li>
        ))}
      </ul>
      <DialogFoot leave="">
        <Button variant="default" onClick={() => answer({ answer: 'new' })}>
          {t.new}
        </Button>
        <Button variant="default" onClick={() => answer({ answer: 'sibling' })}>
          {t.sibling}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {t.back}
        </Button>
      </DialogFoot>
    </Stack>
  );
}
