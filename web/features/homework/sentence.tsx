import { longestComment } from '@gurukul/contract/homework';
import { Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { homeworkTexts } from '#web/texts/homework.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';

const t = homeworkTexts;

interface SentenceProps {
  value: string;
  onChange: (value: string) => void;
}

/** What goes to the student with a decision; may stay empty. */
export const Sentence = ({ value, onChange, ...focus }: SentenceProps & { 'data-autofocus'?: true }) => (
  <Textarea
    {...focus}
    label={t.preview.comment}
    description={t.preview.commentHint}
    value={value}
    maxLength={longestComment}
    autosize
    minRows={1}
    maxRows={4}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

let asked = '';

/** Has no properties, so that two presses are the same question. */
function Asked() {
  const [value, setValue] = useState('');
  const keep = (text: string) => {
    asked = text;
    setValue(text);
  };
  return (
    <Stack>
      <Sentence data-autofocus value={value} onChange={keep} />
      <Text>{t.many.follows}</Text>
    </Stack>
  );
}

/** Asks for the sentence before a decision in a list; `action` is on a red button. Null: they would rather not decide. */
export async function askSentence(title: string, action: string): Promise<string | null> {
  asked = '';
  return (await confirm(<Asked />, { title, action })) ? asked : null;
}
