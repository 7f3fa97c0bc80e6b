import { Button, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { countries, countryOf } from '@gurukul/contract/shared/countries';
import { countryName } from '#web/lib/format/country-names.ts';
import { newKey } from '#web/lib/draft-rows.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import rowClasses from '#web/ui/form/edit-rows.module.css';
import { toast } from '#web/ui/feedback/toast.tsx';
import fieldClasses from '../course-admin-field.module.css';
import type { PriceDraft } from './draft.ts';
import { isPriceValue, priceField } from './faults.ts';
import classes from './prices.module.css';
import { useEditing, useFault, usePart } from './store.ts';

const t = coursesTexts.edit;

const choices = countries.map(({ country_code, country_name }) => ({
  value: country_code,
  label: t.countryOf({ name: countryName(country_name, country_code), code: country_code }),
}));

const emptyPrice = (): PriceDraft => ({
  key: newKey(),
  id: null,
  country_code: '',
  country_name: '',
  currency_code: '',
  price_value: '',
});

/** One country has one price: those of the other rows are not offered. A stored country that no list knows stays. */
function choicesFor(value: string, country_name: string, taken: string) {
  const codes = new Set(taken.split(' '));
  codes.delete(value);
  const free = choices.filter((choice) => !codes.has(choice.value));
  if (value === '' || countryOf(value)) return free;
  return [{ value, label: t.countryOf({ name: countryName(country_name, value), code: value }) }, ...free];
}

interface PriceFieldsProps {
  price: PriceDraft;
  /** The countries of all rows, in one text so that typing a value draws one row alone. */
  taken: string;
  number: number;
  onRemove: (price: PriceDraft) => void;
}

const PriceFields = memo(function PriceFields({ price, taken, number, onRemove }: PriceFieldsProps) {
  const { store } = useEditing();
  const { country_code, country_name } = price;
  const offered = useMemo(
    () => choicesFor(country_code, country_name, taken),
    [country_code, country_name, taken],
  );
  const fault = useFault(priceField(price.key));
  const change = (fields: Partial<PriceDraft>) =>
    store.set('prices', (rows) => rows.map((row) => (row.key === price.key ? { ...row, ...fields } : row)));
  return (
    <li data-row={price.key} className={rowClasses.row}>
      <fieldset className={classes.price} aria-label={countryName(price.country_name) || t.price({ number })}>
        <Select
          label={t.country}
          placeholder={t.countryHint}
          data={offered}
          value={price.country_code || null}
          onChange={(code) => {
            const country = code ? countryOf(code) : undefined;
            if (country) change({ ...country });
          }}
          error={price.currency_code ? '' : fault}
          nothingFoundMessage={t.countryNone}
          limit={300}
          searchable
          comboboxProps={{ withinPortal: false }}
          withScrollArea={false}
          classNames={{ options: fieldClasses.options }}
        />
        <TextInput label={t.currency} value={price.currency_code} variant="filled" readOnly />
        <TextInput
          label={t.value}
          value={price.price_value}
          onChange={(event) => change({ price_value: event.currentTarget.value.trim() })}
          error={isPriceValue(price.price_value) ? '' : t.valueWrong}
          inputMode="numeric"
          maxLength={30}
        />
        <Button
          variant="default"
          className={classes.remove}
          aria-label={t.removePrice({ name: countryName(price.country_name) || String(number) })}
          onClick={() => onRemove(price)}
        >
          {t.remove}
        </Button>
      </fieldset>
    </li>
  );
});

export function EditPrices() {
  const { store } = useEditing();
  const prices = usePart((draft) => draft.prices);
  const list = useRef<HTMLUListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState('');
  useEffect(() => {
    if (added) list.current?.querySelector<HTMLElement>(`[data-row="${added}"] input`)?.focus();
  }, [added]);

  const taken = prices.map(({ country_code }) => country_code).join(' ');
  const add = () => {
    const last = prices.at(-1);
    if (last && !last.currency_code) {
      toast.warning(t.fillDetails);
      list.current?.querySelector<HTMLElement>(`[data-row="${last.key}"] input`)?.focus();
      return;
    }
    const price = emptyPrice();
    store.set('prices', (rows) => [...rows, price]);
    setAdded(price.key);
  };
  const remove = useCallback(
    (price: PriceDraft) => {
      store.set('prices', (rows) => rows.filter(({ key }) => key !== price.key));
      adder.current?.focus();
    },
    [store],
  );

  return (
    <div>
      {prices.length === 0 ? <p className={rowClasses.empty}>{t.noPrices}</p> : null}
      <ul ref={list} className={rowClasses.rows} aria-label={t.sections.prices}>
        {prices.map((price, index) => (
          <PriceFields key={price.key} price={price} taken={taken} number={index + 1} onRemove={remove} />
        ))}
      </ul>
      <Button ref={adder} variant="light" leftSection={<IconPlus aria-hidden size={18} />} onClick={add}>
        {t.addPrice}
      </Button>
    </div>
  );
}
