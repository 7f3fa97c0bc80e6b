import type { PayingStudent } from '@gurukul/contract/payments';
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { paymentByHandTexts } from '#web/texts/payment-by-hand.ts';
import { FieldRow } from '#web/ui/form/form-shell.tsx';
import { alsoFrom, type Also } from './written-payment.ts';

const t = paymentByHandTexts;

interface AlsoForProps {
  siblings: readonly PayingStudent[];
  value: readonly Also[];
  onChange: (also: Also[]) => void;
  currency: string;
  /** Of a field of one of them, by its place. */
  errorOf: (place: number, field: 'course_id' | 'amount') => string | undefined;
}

/** Brothers and sisters for whom the same payment is, each with a course and an amount. */
export function AlsoFor({ siblings, value, onChange, currency, errorOf }: AlsoForProps) {
  const isIn = ({ user_id }: PayingStudent) => value.some((one) => one.user_id === user_id);
  const others = siblings.filter((sibling) => !isIn(sibling));
  const set = (place: number, part: Partial<Also>) =>
    onChange(value.map((one, index) => (index === place ? { ...one, ...part } : one)));
  const coursesOf = ({ user_id, course_id }: Also) => {
    const known = siblings.find((one) => one.user_id === user_id)?.courses ?? [];
    const options = known.map((one) => ({ value: String(one.course_id), label: one.course_name }));
    return [{ value: '', label: t.chooseCourse }, ...options].filter(
      (option) => option.value !== '' || course_id === '',
    );
  };
  if (siblings.length === 0 && value.length === 0) return null;
  return (
    <>
      {value.map((one, place) => (
        <FieldRow key={one.user_id}>
          <NativeSelect
            label={`${t.also.label} ${one.fullname}`}
            data={coursesOf(one)}
            value={one.course_id}
            onChange={({ currentTarget }) => set(place, { course_id: currentTarget.value })}
            error={errorOf(place, 'course_id')}
          />
          <TextInput
            label={t.amountFor({ name: one.fullname })}
            inputMode="decimal"
            autoComplete="off"
            maxLength={30}
            value={one.amount}
            onChange={({ currentTarget }) => set(place, { amount: currentTarget.value })}
            error={errorOf(place, 'amount')}
          />
        </FieldRow>
      ))}
      <Group gap="xs">
        {others.length > 0 ? (
          <Text size="sm" c="dimmed">
            {t.also.label}
          </Text>
        ) : null}
        {others.map((sibling) => (
          <Button
            key={sibling.user_id}
            type="button"
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus aria-hidden size={14} />}
            aria-label={t.also.add({ name: sibling.fullname })}
            onClick={() => onChange([...value, alsoFrom(sibling, currency)])}
          >
            {sibling.fullname}
          </Button>
        ))}
        {value.map((one) => (
          <Button
            key={one.user_id}
            type="button"
            variant="subtle"
            size="compact-sm"
            leftSection={<IconX aria-hidden size={14} />}
            onClick={() => onChange(value.filter((each) => each.user_id !== one.user_id))}
          >
            {t.also.remove({ name: one.fullname })}
          </Button>
        ))}
      </Group>
    </>
  );
}
