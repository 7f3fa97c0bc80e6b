import type { PaymentPreviewRow } from '@gurukul/contract/shared/payment-preview';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatAmount, formatNumber } from '#web/lib/format.ts';
import { inLanguage } from '#web/texts/catalogue.ts';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { texts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { answerOf, optionsOf, type Decision, type Option } from './choices.ts';

const t = paymentUploadTexts.choice;

function foundText(row: PaymentPreviewRow): string {
  if (row.choose) return t.open;
  if (row.outcome === 'problem') return t.problem;
  return row.student ? t.found(row.student.fullname) : t.foundNobody;
}

function wordsOf({ answer, student }: Option, row: PaymentPreviewRow) {
  if (student) {
    const contact = [student.email_id, student.phone_number].filter(Boolean).join(' · ');
    return { label: student.fullname, description: `${contact}. ${inLanguage(student.because)}` };
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
  onCancel: () => void;
}

function Choice({ row, decision, onOption, onCancel }: ChoiceProps) {
  const options = optionsOf(row);
  const [answer, setAnswer] = useState<string>(answerOf(decision));
  const said = [
    row.full_name,
    row.email_id,
    row.phone_number,
    row.course_name,
    row.amount && formatAmount(row.amount),
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
      <Group gap="sm" mt="lg">
        <Button type="submit">{t.done}</Button>
        <Button type="button" variant="default" onClick={onCancel}>
          {t.cancel}
        </Button>
      </Group>
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
      title={isAboutStudent ? t.title(number) : t.titleProblem(number)}
      closeButtonProps={{ 'aria-label': texts.ui.close }}
      centered
    >
      {row ? (
        <Choice
          row={row}
          decision={decision}
          onOption={(option) => onOption(row, option)}
          onCancel={onClose}
        />
      ) : null}
    </Dialog>
  );
}
