import { Textarea } from '@mantine/core';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { intakeTexts } from '#web/texts/intake.ts';
import { DateField } from '#web/ui/form/date-field.tsx';

const t = intakeTexts.create;

/** From where a key may be used, and when it ends, as typed. */
export interface KeyLimits {
  readonly networks: string;
  /** yyyy-mm-dd, in the clock of the browser; '' for none. */
  readonly ends: string;
}

const networkLine = /^[\d.]+(\/\d{1,2})?$|^[\da-f:.]*:[\da-f:.]*(\/\d{1,3})?$/i;

const linesOf = (text: string) =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const networksProblem = (networks: string) =>
  linesOf(networks).every((line) => networkLine.test(line)) ? null : t.networksWrong;

/** A key ends with its last day. */
export const sentLimits = ({ networks, ends }: KeyLimits) => ({
  networks: linesOf(networks),
  expires_at: ends === '' ? null : dayjs(ends).endOf('day').toISOString(),
});

export const shownLimits = (key: {
  readonly networks: readonly string[];
  readonly expires_at: string | null;
}): KeyLimits => ({
  networks: key.networks.join('\n'),
  ends: key.expires_at === null ? '' : dayjs(key.expires_at).format('YYYY-MM-DD'),
});

interface KeyLimitFieldsProps {
  value: KeyLimits;
  onChange: (value: KeyLimits) => void;
  error?: ReactNode;
}

export function KeyLimitFields({ value, onChange, error }: KeyLimitFieldsProps) {
  return (
    <>
      <Textarea
        label={t.networks}
        description={t.networksHint}
        value={value.networks}
        onChange={(event) => onChange({ ...value, networks: event.currentTarget.value })}
        error={error}
        rows={2}
        autosize
        maxRows={6}
        spellCheck={false}
      />
      <DateField
        label={t.ends}
        description={t.endsHint}
        value={value.ends}
        onChange={(ends) => onChange({ ...value, ends })}
        min={dayjs().format('YYYY-MM-DD')}
        clearable
      />
    </>
  );
}
