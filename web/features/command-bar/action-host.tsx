import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { PlainSearch } from '#web/lib/address/address-search.ts';

const ActionDialog = lazy(async () => ({ default: (await import('./action-dialog.tsx')).ActionDialog }));

/** The place of a dialog that an address asks for, above any page: `?do=message-class&of=7`. */
export function ActionHost() {
  const search: PlainSearch = useSearch({ strict: false });
  const name = search['do'];
  if (!name) return null;
  return (
    <Suspense>
      <ActionDialog key={`${name} ${search['of']} ${search['day']}`} name={name} search={search} />
    </Suspense>
  );
}
