import { settlements, type ExchangeRate } from '@gurukul/contract/settlements';
import { currencies } from '@gurukul/contract/shared/money';
import { Button, CloseButton, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf, refusalOf, refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { today } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { settlementsTexts } from '#web/texts/settlements.ts';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { SavedMeanwhile } from '#web/ui/form/saved-meanwhile.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { tellDone } from '../audit/tell-done.ts';
import classes from './settlements.module.css';

const t = settlementsTexts.rates;

const isRate = (text: string) => /^\d{1,8}(\.\d{1,8})?$/.test(text.trim()) && /[1-9]/.test(text);

interface RateRowProps {
  rate: ExchangeRate;
  reporting: string;
  isChecked: boolean;
  onChange: (rate: ExchangeRate) => void;
  onRemove: () => void;
}

const RateRow = ({ rate, reporting, isChecked, onChange, onRemove }: RateRowProps) => (
  <Group align="start" gap="sm" wrap="nowrap" className={classes.rate}>
    <TextInput
      label={t.rate(rate.currency, reporting)}
      inputMode="decimal"
      autoComplete="off"
      maxLength={17}
      value={rate.rate}
      error={isChecked && !isRate(rate.rate) ? t.wrong : undefined}
      onChange={(event) => onChange({ ...rate, rate: event.currentTarget.value })}
    />
    <TextInput
      type="date"
      label={t.dayOf(rate.currency)}
      value={rate.as_of}
      error={isChecked && rate.as_of === '' ? t.noDay : undefined}
      onChange={(event) => onChange({ ...rate, as_of: event.currentTarget.value })}
    />
    <CloseButton mt="lg" aria-label={t.remove(rate.currency)} onClick={onRemove} />
  </Group>
);

interface Saved {
  readonly reporting_currency: string | null;
  readonly rates: readonly ExchangeRate[];
  readonly version: string;
}

function RatesForm({ saved, onReload }: { saved: Saved; onReload: () => void }) {
  const reporting = saved.reporting_currency;
  const [rates, setRates] = useState(saved.rates);
  const [added, setAdded] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isOvertaken, setOvertaken] = useState(false);
  const { run, isPending } = useAction(settlements.save_rates);
  if (reporting === null) return null;
  const others = currencies.filter(
    (code) => code !== reporting && rates.every(({ currency }) => currency !== code),
  );
  const save = async (version: string | undefined) => {
    setChecked(true);
    if (isPending || rates.some(({ rate, as_of }) => !isRate(rate) || as_of === '')) return;
    setOvertaken(false);
    try {
      const answer = await run({
        rates: rates.map((each) => ({ ...each, rate: each.rate.trim() })),
        version,
      });
      tellDone(answer, t.saved, { kind: 'changed', what: t.what, about: 'exchange rates' });
      onReload();
    } catch (error) {
      if (refusedWith(error, 'conflict')) setOvertaken(true);
      else toast.error(refusalOf(error));
    }
  };
  const add = () => {
    if (added === '') return;
    setRates([...rates, { currency: added, rate: '', as_of: today() }]);
    setChecked(false);
    setAdded('');
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save(saved.version);
      }}
    >
      {isOvertaken ? <SavedMeanwhile onLoad={async () => onReload()} onKeep={() => save(undefined)} /> : null}
      {rates.map((rate) => (
        <RateRow
          key={rate.currency}
          rate={rate}
          reporting={reporting}
          isChecked={isChecked}
          onChange={(next) => setRates(rates.map((each) => (each.currency === next.currency ? next : each)))}
          onRemove={() => setRates(rates.filter(({ currency }) => currency !== rate.currency))}
        />
      ))}
      <Group align="end" gap="sm" mt="sm">
        <NativeSelect
          label={t.add}
          data={['', ...others]}
          value={added}
          onChange={(event) => setAdded(event.currentTarget.value)}
        />
        <Button type="button" variant="default" aria-disabled={added === ''} onClick={add}>
          {t.addButton}
        </Button>
      </Group>
      <Button type="submit" mt="lg" aria-disabled={isPending}>
        {isPending ? t.busy : t.submit}
      </Button>
    </form>
  );
}

/** The rates that the office types in, into the reporting currency of the settings. */
export function ExchangeRates() {
  const rates = useQuery({ ...query(settlements.get_rates, {}), refetchOnWindowFocus: false });
  const [round, setRound] = useState(0);
  const reload = async () => {
    await rates.refetch();
    setRound((last) => last + 1);
  };
  const saved = rates.data?.data;
  return (
    <Panel title={t.title}>
      <Text c="dimmed" mb="md">
        {t.lead}
      </Text>
      {saved ? (
        <>
          <Text>
            {saved.reporting_currency === null ? t.noReporting : t.reporting(saved.reporting_currency)}{' '}
            <AppLink href={paths.settings}>{t.toSettings}</AppLink>
          </Text>
          <RatesForm key={round} saved={saved} onReload={() => void reload()} />
        </>
      ) : rates.error ? (
        <FailedState title={t.failed} message={messageOf(rates.error)} onRetry={() => void rates.refetch()} />
      ) : (
        <LoadingState />
      )}
    </Panel>
  );
}
