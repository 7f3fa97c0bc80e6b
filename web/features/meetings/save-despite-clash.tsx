import type { MeetingOverlap } from '@gurukul/contract/meetings';
import { Stack, Text } from '@mantine/core';
import { refusedWith } from '#web/calls/errors.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { insistOnCheck } from '../checks/insist-on-check.ts';
import { clashWords } from './meeting-words.ts';

const t = meetingsTexts.form;

interface Insists {
  readonly allow_overlap?: true;
  readonly allow_unchecked?: true;
}

/**
 * Saves. If the teacher has another meeting at that time, or no check for children, it asks first. Null: the person
 * decided against it.
 */
export async function saveDespiteClash<Answer>(
  save: (insist: Insists) => Promise<Answer>,
  before: Insists = {},
): Promise<Answer | null> {
  try {
    return await save(before);
  } catch (error) {
    const clashes = refusedWith(error, 'meeting_clashes')?.clashes;
    const decision = clashes ? await askAboutClashes(clashes) : await insistOnCheck(error);
    return decision && saveDespiteClash(save, { ...before, ...decision });
  }
}

async function askAboutClashes(clashes: readonly MeetingOverlap[]) {
  const question = (
    <Stack gap="xs">
      {clashes.map((clash) => (
        <Text key={`${clash.starts_at} ${clash.class_name}`}>{clashWords(clash)}</Text>
      ))}
      <Text>{t.clashAnyway}</Text>
    </Stack>
  );
  return (await confirm(question, { title: t.clashTitle })) ? { allow_overlap: true as const } : null;
}
