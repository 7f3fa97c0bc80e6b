import { consentWays } from '@gurukul/contract/messages';
import { privacy } from '@gurukul/contract/privacy';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { privacyTexts } from '#web/texts/privacy.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { Panel } from '#web/ui/panel.tsx';

const t = privacyTexts.photos;
const { ways } = messagesTexts.consents;

/** For the office: whether a student's picture may be shown, and who said so. */
export function PhotoConsent({ studentId, name }: { studentId: number; name: string }) {
  const found = useQuery(query(privacy.get_consents, { user_id: studentId }));
  const save = useAction(privacy.save_consent);
  const [how, setHow] = useState<(typeof consentWays)[number]>(consentWays[0]);
  const consent = found.data?.data.consents.find(({ purpose }) => purpose === 'photos');
  if (!consent) return null;
  const { agreed, said_at: saidAt, how: said, recorded_by: by } = consent;
  const press = async (isAllowed: boolean) => {
    try {
      await save.run({ user_id: studentId, purpose: 'photos', agreed: isAllowed, how });
      toast.success(t.saved);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <Panel title={t.title}>
      <Text>{t.lead({ name })}</Text>
      <Text c="dimmed" mt="xs">
        {agreed === null || saidAt === null || said === null
          ? t.never
          : t.said({ isAllowed: agreed, day: formatDate(saidAt), how: ways[said], who: by ?? '' })}
      </Text>
      <Group align="end" mt="md">
        <NativeSelect
          label={t.how}
          value={how}
          onChange={({ currentTarget }) =>
            setHow(consentWays.find((each) => each === currentTarget.value) ?? how)
          }
          data={consentWays.map((value) => ({ value, label: ways[value] }))}
        />
        {agreed === true ? null : (
          <Button variant="default" loading={save.isPending} onClick={() => void press(true)}>
            {t.allow}
          </Button>
        )}
        {agreed === false ? null : (
          <Button variant="default" loading={save.isPending} onClick={() => void press(false)}>
            {t.refuse}
          </Button>
        )}
      </Group>
    </Panel>
  );
}
