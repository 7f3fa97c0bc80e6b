import { Stack, Text } from '@mantine/core';
import { refusedWith } from '#web/calls/errors.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { clashWords } from './meeting-words.ts';

const t = meetingsTexts.form;

/** Saves. If the teacher has another meeting at that time, it asks first. Null: the person decided against it. */
export async function saveDespiteClash<Answer>(
  save: (insist: { allow_overlap?: true }) => Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await save({});
  } catch (error) {
    const clashes = refusedWith(error, 'meeting_clashes')?.clashes;
    if (!clashes) throw error;
    const question = (
      <Stack gap="xs">
        {clashes.map((clash) => (
          <Text key={`${clash.starts_at} ${clash.class_name}`}>{clashWords(clash)}</Text>
        ))}
        <Text>{t.clashAnyway}</Text>
      </Stack>
    );
    return (await confirm(question, { title: t.clashTitle })) ? save({ allow_overlap: true }) : null;
  }
}
