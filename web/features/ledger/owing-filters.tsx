import { owingKinds } from '@gurukul/contract/ledger';
import { people } from '@gurukul/contract/people';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { classesOf } from '#web/features/classes/classes-of.ts';
import { CourseFilter } from '#web/features/payments/course-filter.tsx';
import { ledgerTexts } from '#web/texts/ledger.ts';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { ClearFilters, FilterChip } from '#web/ui/table/filter-chip.tsx';
import { owingFilters, type AskedOwing } from './use-asked-owing.ts';

const t = ledgerTexts.owing;

const overdueDays = [1, 30, 60, 90] as const;

export const OwingSearch = ({ asked: { view } }: { asked: AskedOwing }) => (
  <SearchBox
    label={t.search}
    placeholder={t.searchHint}
    value={view.q}
    onChange={(text) => view.setQuery(text)}
  />
);

/** The classes of the chosen course. */
function ClassFilter({ asked: { filter, ask } }: { asked: AskedOwing }) {
  const read = useQuery(query(people.get_teacher_bycourse, { courseId: Number(filter.course_id) }));
  const options = [{ value: '', label: t.anyClass }, ...classesOf(read.data)];
  return (
    <FilterChip
      label={t.class}
      options={options}
      value={filter.class_id}
      onChange={(group) => ask({ class: group })}
    />
  );
}

interface OwingFiltersProps {
  asked: AskedOwing;
  /** Of the rows. */
  currencies: readonly string[];
}

export function OwingFilters({ asked, currencies }: OwingFiltersProps) {
  const { filter, search, ask } = asked;
  const known = [...new Set([...currencies, ...(filter.currency === '' ? [] : [filter.currency])])];
  return (
    <>
      <FilterChip
        label={t.show}
        options={owingKinds.map((kind) => ({
          value: kind === 'open' ? '' : kind,
          label: t.shows[kind],
        }))}
        value={filter.show === 'open' ? '' : filter.show}
        onChange={(show) => ask({ show })}
      />
      <CourseFilter value={filter.course_id} onChange={(course) => ask({ course, class: '' })} />
      {filter.course_id === '' ? null : <ClassFilter asked={asked} />}
      <FilterChip
        label={t.overdue}
        options={[
          { value: '', label: t.anyDay },
          ...overdueDays.map((days) => ({ value: String(days), label: t.atLeast({ days }) })),
        ]}
        value={filter.overdue === 0 ? '' : String(filter.overdue)}
        onChange={(overdue) => ask({ overdue })}
      />
      <FilterChip
        label={t.currency}
        options={[{ value: '', label: t.anyCurrency }, ...known.map((value) => ({ value, label: value }))]}
        value={filter.currency}
        onChange={(currency) => ask({ currency })}
      />
      {owingFilters.some((key) => search[key]) ? (
        <ClearFilters onClick={() => ask(Object.fromEntries(owingFilters.map((key) => [key, ''])))} />
      ) : null}
    </>
  );
}
