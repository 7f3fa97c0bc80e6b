import { courseStatuses, registrationStates, type CourseRow } from '@gurukul/contract/courses';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { FilterChip } from '#web/ui/table/filter-chip.tsx';

const t = coursesTexts.all;

const any = { value: '', label: t.any };
const statuses = [any, ...courseStatuses.map((value) => ({ value, label: coursesTexts.statuses[value] }))];
const registrations = [
  any,
  ...registrationStates.map((value) => ({ value, label: coursesTexts.registrations[value] })),
];

/** The filters of a list of courses, as the address names them. */
export const stateFilters = ['status', 'registration'];

/** The states that the address names; one that does not exist filters nothing. */
export const statesIn = ({ status, registration }: Readonly<Record<string, string>>) => ({
  status: courseStatuses.find((value) => value === status),
  reg_status: registrationStates.find((value) => value === registration),
});

/** The rows in the states that the address names. */
export function inStates(rows: readonly CourseRow[], search: Readonly<Record<string, string>>) {
  const asked = statesIn(search);
  return rows.filter(
    (row) =>
      (!asked.status || row.status === asked.status) &&
      (!asked.reg_status || row.reg_status === asked.reg_status),
  );
}

/** Which states a list of courses shows, kept in the address. */
export function StateFilters() {
  const [search, change] = useSearchState();
  return (
    <>
      <FilterChip
        label={t.status}
        options={statuses}
        value={search['status'] ?? ''}
        onChange={(next) => change({ status: next, page: '' })}
      />
      <FilterChip
        label={t.registration}
        options={registrations}
        value={search['registration'] ?? ''}
        onChange={(next) => change({ registration: next, page: '' })}
      />
    </>
  );
}
