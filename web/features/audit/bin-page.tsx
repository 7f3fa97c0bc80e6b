import { audit } from '@gurukul/contract/audit';
import { binnedNouns } from '@gurukul/contract/call-tables';
import { send } from '#web/calls/client.ts';
import { session } from '#web/lib/session.ts';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { auditTexts } from '#web/texts/audit.ts';
import { texts } from '#web/texts/texts.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { TableBar } from '#web/ui/table/bar.tsx';
import { FilterChip } from '#web/ui/table/filter-chip.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { ChangeList } from './change-list.tsx';

const t = auditTexts.bin;

const kindsOf = (role: string) =>
  Object.entries(t.kinds)
    .map(([value, label]) => ({ value, label }))
    .filter(({ value }) => binnedNouns[role]?.includes(value));

/** /Bin: changes that can be undone, or that were undone already. */
export function BinPage() {
  const [search, setSearch] = useSearchParam('q');
  const [wanted, setKind] = useSearchParam('kind');
  const kinds = kindsOf(session.role ?? '');
  const noun = kinds.some(({ value }) => value === wanted) ? wanted : '';
  const empty =
    search || noun ? (
      <EmptyState title={t.noneFound} action={<ShowAll filters={['kind']} />} />
    ) : (
      <EmptyState title={t.none}>{t.noneHint}</EmptyState>
    );
  return (
    <>
      <PageHeader title={t.title} lead={session.role === 'admin' ? t.lead : t.ownLead} />
      <TableBar
        search={<SearchBox label={t.search} placeholder={t.searchHint} value={search} onChange={setSearch} />}
        filters={
          <FilterChip
            label={t.kind}
            value={noun}
            options={[{ value: '', label: texts.ui.any }, ...kinds]}
            onChange={setKind}
          />
        }
      />
      <section aria-label={t.list}>
        <ChangeList
          look="bin"
          read={(before, signal) => send(audit.get_bin, { search, noun, before }, { signal })}
          asked={[audit.get_bin.path, search, noun]}
          failed={t.failed}
          empty={empty}
        />
      </section>
    </>
  );
}
