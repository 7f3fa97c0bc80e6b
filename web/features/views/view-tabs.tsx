import type { ViewRow } from '@gurukul/contract/views';
import { VisuallyHidden } from '@mantine/core';
import { parseSearch } from '#web/lib/address/address-search.ts';
import { viewsTexts } from '#web/texts/views.ts';
import { AppLink } from '#web/ui/link.tsx';
import type { SavedViewsProps } from '#web/ui/table/saved-views-place.ts';
import classes from './view-tabs.module.css';

const t = viewsTexts;

interface ViewTabsProps extends SavedViewsProps {
  stored: readonly ViewRow[];
}

/** The saved views of a list as tabs beside its search; nothing where none is saved. */
export function ViewTabs({ label, table, stored }: ViewTabsProps) {
  const known = stored
    .filter(({ gone }) => gone.length === 0)
    .map(({ name, address }) => ({ name, ...table.linkTo(parseSearch(address)) }));
  const saved = [...known, ...table.ofDevice.names];
  if (saved.length === 0) return null;
  const usual = { name: t.usual, ...table.linkTo({}) };
  return (
    <nav aria-label={t.of({ table: label })} className={classes.tabs}>
      {[usual, ...saved].map(({ name, href, isCurrent }) => (
        <AppLink key={`${name} ${href}`} href={href} data-current={isCurrent || undefined}>
          {name}
          {isCurrent ? <VisuallyHidden>{`, ${t.current}`}</VisuallyHidden> : null}
        </AppLink>
      ))}
    </nav>
  );
}
