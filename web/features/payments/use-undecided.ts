import type { CallInput } from '@gurukul/contract/shared/call';
import type { payments } from '@gurukul/contract/payments';
import { useState } from 'react';

type Asked = Omit<CallInput<typeof payments.preview_currency>, 'currency'>;

/** The rows without a currency that are selected: ticked ones of any page, or all that the filters find. */
export function useUndecided({ of, filter = {} }: Pick<Asked, 'of' | 'filter'>) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState<string | null>(null);
  const named = JSON.stringify(filter);
  const isAll = all === named;
  const asked: Asked = isAll ? { of, filter } : { of, ids: [...ticked].map(Number) };
  return {
    ticked,
    isAll,
    asked,
    tick: (next: ReadonlySet<string>) => {
      setTicked(next);
      setAll(null);
    },
    takeAll: () => setAll(named),
    clear: () => {
      setTicked(new Set());
      setAll(null);
    },
  };
}

export type UndecidedSelection = ReturnType<typeof useUndecided>;
