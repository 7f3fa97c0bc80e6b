import { Stack, Text, TextInput } from '@mantine/core';
import { updatingTexts } from '#web/texts/updating.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';

const t = updatingTexts.move;

interface LevelQuestion {
  readonly title: string;
  /** What becomes of them without a reason. */
  readonly hint: string;
}

/** Why somebody may be in a class whose level they lack; '' without a reason, null for nothing to do. */
export async function askLevelReason({ title, hint }: LevelQuestion): Promise<string | null> {
  let reason = '';
  const isYes = await confirm(
    <Stack gap="xs">
      <Text>{t.letInLead}</Text>
      <TextInput
        label={t.letInReason}
        description={hint}
        maxLength={200}
        onChange={(event) => {
          reason = event.currentTarget.value;
        }}
      />
    </Stack>,
    { title },
  );
  return isYes ? reason.trim() : null;
}
