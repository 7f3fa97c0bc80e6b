import type { PaymentPreviewRow } from '@gurukul/contract/shared/money/payment-preview';
import { Box, Button, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { StudentField } from '#web/features/search/student-field.tsx';
import { formatMoney, formatNumber } from '#web/lib/format/format.ts';
import { inLanguage } from '#web/texts/refusals.ts';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';
import { answerOf, optionsOf, type Decision, type Option } from './choices.ts';

const t = paymentUploadTexts.choice;

function foundText(row: PaymentPreviewRow): string {
  if (row.choose) return t.open;
  if (row.outcome === 'problem') return t.problem;
  return row.student ? t.found({ name: row.student.fullname }) : t.foundNobody;
}

function wordsOf({ answer, student }: Option, row: PaymentPreviewRow) {
  if (student) {
    const contact = [student.email_id, student.phone_number].filter(Boolean).join(' · ');
    const because = inLanguage(student.because);
    return { label: student.fullname, description: [contact, because].filter(Boolean).join('. ') };
  }
  if (answer === 'found')
    return { label: foundText(row), description: row.student ? inLanguage(row.reason) : '' };
  return { label: answer === 'skip' ? t.skip : t.nobody, description: '' };
}

interface ChoiceProps {
  /** As it stands without an answer. */
  row: PaymentPreviewRow;
  decision: Decision | undefined;
  onOption: (option: Option) => void;
}

/** A student whom the person named, though nothing in the row does. */
const namedOption = (id: number, fullname: string, email_id: string): Option => ({
  answer: `student ${id}`,
  student: {
    id,
    fullname,
    email_id,
    phone_number: null,
    because: { code: 'chosen', message: 'Chosen by you' },
  },
});

/** The answer that stands, where it is none of those offered. */
function namedBefore(row: PaymentPreviewRow, decision: Decision | undefined): Option[] {
  const id = decision && 'student_id' in decision.said ? decision.said.student_id : null;
  const isOffered = optionsOf(row).some(({ student }) => student?.id === id);
  return decision && id !== null && !isOffered ? [namedOption(id, decision.name, '')] : [];
}

function Choice({ row, decision, onOption }: ChoiceProps) {
  const [named, setNamed] = useState(() => namedBefore(row, decision));
  const [text, setText] = useState('');
  const offered = optionsOf(row);
  const added = named.filter(({ answer }) => offered.every((option) => option.answer !== answer));
  // Before the answers that name no student.
  const place = offered.findLastIndex(({ student }) => student !== null) + 1 || 1;
  const options = offered.toSpliced(place, 0, ...added);
  const [answer, setAnswer] = useState<string>(answerOf(decision));
  const said = [
    row.full_name,
    row.email_id,
    row.phone_number,
    row.course_name,
    row.amount && formatMoney(row.amount, row.currency),
  ];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const option = options.find((each) => each.answer === answer);
        if (option) onOption(option);
      }}
    >
      <Text size="sm" c="dimmed">
        {t.file}
      </Text>
      <Text mb="xs">{said.filter(Boolean).join(' · ')}</Text>
      {row.choose ? (
        <Text size="sm" mb="md">
          {inLanguage(row.reason)}
        </Text>
      ) : null}
      {row.problems
        .filter(() => !row.choose)
        .map((problem) => (
          <Text key={problem.message} size="sm" mb="md">
            {inLanguage(problem)}
          </Text>
        ))}
      <Radio.Group label={t.answers} value={answer} onChange={setAnswer}>
        <Stack gap="sm" mt="xs">
          {options.map((option) => {
            const { label, description } = wordsOf(option, row);
            return (
              <Radio
                key={option.answer}
                value={option.answer}
                label={label}
                description={description || undefined}
                data-autofocus={option.answer === answer || undefined}
              />
            );
          })}
        </Stack>
      </Radio.Group>
      {row.choose || row.outcome !== 'problem' ? (
        <Box mt="md">
          <StudentField
            label={t.another}
            description={t.anotherHint}
            value={text}
            onChange={setText}
            onChoose={({ id, title, detail }) => {
              setNamed([
                ...named.filter(({ student }) => student?.id !== id),
                namedOption(id, title, detail),
              ]);
              setAnswer(`student ${id}`);
            }}
          />
        </Box>
      ) : null}
      <DialogFoot>
        <Button type="submit">{t.done}</Button>
      </DialogFoot>
    </form>
  );
}

interface PaymentUploadChoiceProps {
  /** null: nothing is asked. */
  row: PaymentPreviewRow | null;
  decision: Decision | undefined;
  onOption: (row: PaymentPreviewRow, option: Option) => void;
  onClose: () => void;
}

/** Asks whose payment a row is, or to leave it out. */
export function PaymentUploadChoice({ row, decision, onOption, onClose }: PaymentUploadChoiceProps) {
  const number = row ? formatNumber(row.row) : '';
  const isAboutStudent = row !== null && (row.choose || row.outcome !== 'problem');
  return (
    <Dialog
      opened={row !== null}
      onClose={onClose}
      title={isAboutStudent ? t.title({ row: number }) : t.titleProblem({ row: number })}
      centered
    >
      {row ? <Choice row={row} decision={decision} onOption={(option) => onOption(row, option)} /> : null}
    </Dialog>
  );
}
