import type { CallInput } from '@gurukul/contract/shared/calls/call';
import type { payments } from '@gurukul/contract/payments';
import { useTickedOrAll } from '#web/ui/table/use-ticked-or-all.ts';

type CurrencyInput = Omit<CallInput<typeof payments.preview_currency>, 'currency'>;

/** The rows without a currency that are selected. */
export function useUndecided({ of, filter = {} }: Pick<CurrencyInput, 'of' | 'filter'>) {
  const choice = useTickedOrAll(filter);
  const asked: CurrencyInput = choice.isAll ? { of, filter } : { of, ids: [...choice.ticked].map(Number) };
  return { ...choice, asked };
}

export type UndecidedSelection = ReturnType<typeof useUndecided>;
