import { payments, type CurrencyPreview } from '@gurukul/contract/payments';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useChecked } from '#web/calls/use-checked.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { formatMoney, formatNumber } from '#web/lib/format.ts';
import { paymentByHandTexts } from '#web/texts/payment-by-hand.ts';
import { texts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { Fault } from '#web/ui/feedback/notice.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { useOpenedAfterwards } from '#web/ui/use-on-first-use.ts';
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
        {changes === 0
          ? t.nothing
          : t.changes(formatNumber(changes), changes === 1, formatMoney(amount, currency))}
      </Text>
      {unfit > 0 ? <Text>{t.unfit(formatNumber(unfit), unfit === 1)}</Text> : null}
      {more > 0 ? <Text>{t.more(formatNumber(more))}</Text> : null}
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
  const opened = useOpenedAfterwards(isOpen);
  const [currency, setCurrency] = useState('');
  const action = useAction(payments.set_currency);
  const { plan, carryOut, problem, isChecking } = useChecked(
    query(payments.preview_currency, { ...asked, currency: currency || 'INR' }),
    opened && currency !== '',
  );
  const save = () =>
    carryOut(async ({ digest }) => {
      const answer = await action.run({ ...asked, currency, digest });
      const text = t.done(formatNumber(answer.data.changed), currency);
      tellDone(answer, text, { kind: 'changed', what: t.title });
      setCurrency('');
      onSaved();
    });
  const isReady = plan !== undefined && plan.changes > 0;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t.title}
      closeButtonProps={{ 'aria-label': texts.ui.close }}
    >
      <Stack>
        <Text c="dimmed">{t.lead}</Text>
        <CurrencySelect
          label={t.currency}
          value={currency}
          onChange={setCurrency}
          usual={['INR', 'USD']}
          data-autofocus
        />
        {problem ? <Fault>{problem}</Fault> : null}
        {isChecking ? <output>{t.checking}</output> : null}
        {plan ? <Preview preview={plan} currency={currency} /> : null}
        <Group>
          <PlainButton
            aria-disabled={!isReady || action.isPending}
            onClick={() => {
              if (isReady && !action.isPending) void save();
            }}
          >
            {action.isPending ? t.busy : t.submit}
          </PlainButton>
          <Button variant="default" onClick={onClose}>
            {paymentByHandTexts.cancel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
