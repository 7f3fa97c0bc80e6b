import { Button } from '@mantine/core';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { texts } from '#web/texts/texts.ts';

/** The way out of a search and filters that leave no rows. `filters`: their names in the address. */
export function ShowAll({ filters }: { filters?: readonly string[] }) {
  const [, change] = useSearchState();
  const removed = Object.fromEntries([...(filters ?? []), 'q', 'page'].map((key) => [key, '']));
  return (
    <Button variant="default" onClick={() => change(removed)}>
      {texts.ui.clearFilters}
    </Button>
  );
}
