import { currencies } from '@gurukul/contract/shared/money/money';
import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { locale } from '#web/texts/language.ts';
import { paymentByHandTexts } from '#web/texts/payment-by-hand.ts';

const t = paymentByHandTexts;

const names = new Intl.DisplayNames(locale, { type: 'currency' });
const optionOf = (code: string) => ({ value: code, label: `${code} – ${names.of(code) ?? code}` });
const all = currencies.map(optionOf);

interface CurrencySelectProps extends Omit<NativeSelectProps, 'data' | 'onChange' | 'value'> {
  value: string;
  onChange: (currency: string) => void;
  /** Those that are offered first. */
  usual: readonly string[];
}

/** One of the currencies of ISO 4217; typing its code finds it. */
export const CurrencySelect = ({ value, onChange, usual, ...rest }: CurrencySelectProps) => (
  <NativeSelect
    {...rest}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    data={[
      { value: '', label: t.chooseCurrency },
      ...(usual.length > 0 ? [{ group: t.usualCurrencies, items: usual.map(optionOf) }] : []),
      { group: t.otherCurrencies, items: all.filter(({ value: code }) => !usual.includes(code)) },
    ]}
  />
);
