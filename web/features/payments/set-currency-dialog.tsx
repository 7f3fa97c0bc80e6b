import { payments, type CurrencyPreview } from '@gurukul/contract/payments';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useChecked } from '#web/calls/use-checked.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { formatMoney, formatNumber } from '#web/lib/format/format.ts';
import { paymentByHandTexts } from '#web/texts/payment-by-hand.ts';
import { CheckedDialog } from '#web/ui/feedback/checked-dialog.tsx';
import { CurrencySelect } from './currency-select.tsx';
import type { UndecidedSelection } from './use-undecided.ts';

const t = paymentByHandTexts.setCurrency;

/** How many rows change, what they add up to, and which stay. */
function Preview({ preview, currency }: { preview: CurrencyPreview; currency: string }) {
  const { selected, changes, unfit, amount } = preview;
  const more = selected - changes - unfit;
  return (
    <output>
      <Text fw={600}>
        {changes === 0 ? t.nothing : t.changes({ count: changes, amount: formatMoney(amount, currency) })}
      </Text>
      {unfit > 0 ? <Text>{t.unfit({ count: unfit })}</Text> : null}
      {more > 0 ? <Text>{t.more({ count: formatNumber(more) })}</Text> : null}
    </output>
  );
}

interface SetCurrencyDialogProps {
  asked: UndecidedSelection['asked'];
  isOpen: boolean;
  onClose: () => void;
  onSaved: () => void;
}

/** Asks for the currency, shows what it does to the selected rows, and saves exactly that. */
export function SetCurrencyDialog({ asked, isOpen, onClose, onSaved }: SetCurrencyDialogProps) {
  const [currency, setCurrency] = useState('');
  const action = useAction(payments.set_currency);
  const check = useChecked(
    query(payments.preview_currency, { ...asked, currency: currency || 'INR' }),
    isOpen && currency !== '',
  );
  const save = () =>
    check.carryOut(async ({ digest }) => {
      const answer = await action.run({ ...asked, currency, digest });
      const text = t.done({ count: answer.data.changed, currency });
      tellDone(answer, text, { kind: 'changed', what: t.title });
      setCurrency('');
      onSaved();
    });
  return (
    <CheckedDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.title}
      check={check}
      checkingLabel={t.checking}
      fields={
        <>
          <Text c="dimmed">{t.lead}</Text>
          <CurrencySelect
            label={t.currency}
            value={currency}
            onChange={setCurrency}
            usual={['INR', 'USD']}
            data-autofocus
          />
        </>
      }
      submitLabel={t.submit}
      isReady={(check.plan?.changes ?? 0) > 0}
      isPending={action.isPending}
      onSubmit={save}
    >
      {(plan) => <Preview preview={plan} currency={currency} />}
    </CheckedDialog>
  );
}
