import type { Question } from '@gurukul/contract/questions';
import { longestAnswer, longestLine, partsOf } from '@gurukul/contract/shared/question-answers';
import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { questionsTexts } from '#web/texts/questions.ts';
import { DateField } from '#web/ui/form/date-field.tsx';
import { answerSaid, labelOf } from './answer-words.ts';

const t = questionsTexts;

interface AnswerFieldProps {
  question: Question;
  /** In place of its words. */
  label?: string;
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
}

/** The field of a question, by the kind of its answer. A choice that was removed stays while it is chosen. */
export function AnswerField({
  question,
  label = labelOf(question),
  value,
  onChange,
  error,
}: AnswerFieldProps) {
  const shared = { label, value, error };
  const { kind, choices } = question;
  if (kind === 'day') return <DateField {...shared} onChange={onChange} clearable />;
  if (kind === 'several') {
    const all = [...new Set([...choices, ...partsOf(value)])];
    return (
      <Checkbox.Group
        label={label}
        error={error}
        value={partsOf(value)}
        onChange={(chosen) => onChange(all.filter((one) => chosen.includes(one)).join('\n'))}
      >
        <Stack gap="xs" mt="xs">
          {all.map((choice) => (
            <Checkbox key={choice} value={choice} label={answerSaid(question, choice)} />
          ))}
        </Stack>
      </Checkbox.Group>
    );
  }
  if (kind === 'choice' || kind === 'yes') {
    const all = kind === 'yes' ? ['yes', 'no'] : [...new Set([...choices, ...(value ? [value] : [])])];
    return (
      <NativeSelect
        {...shared}
        data={[
          { value: '', label: t.notSaid },
          ...all.map((one) => ({ value: one, label: answerSaid(question, one) })),
        ]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  const typed = {
    ...shared,
    dir: 'auto' as const,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  return kind === 'text' ? (
    <Textarea {...typed} maxLength={longestAnswer} autosize minRows={2} />
  ) : (
    <TextInput {...typed} maxLength={longestLine} autoComplete="off" />
  );
}
