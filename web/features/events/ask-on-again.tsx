import { Stack, Text } from '@mantine/core';
import { auditTexts } from '#web/texts/audit.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { OnAgain } from '#web/features/audience/on-again.tsx';

const t = auditTexts.undo;

/** Asks before a cancel is undone; null for No. */
export async function askOnAgain(eventId: number, name: string): Promise<{ readonly tell: boolean } | null> {
  let tell = true;
  const isYes = await confirm(
    <Stack gap="sm">
      <Text>{t.ask.canceled({ what: name })}</Text>
      <OnAgain
        eventId={eventId}
        onTick={(isTicked) => {
          tell = isTicked;
        }}
      />
    </Stack>,
    { title: t.title },
  );
  return isYes ? { tell } : null;
}
