import { heldLines } from '@gurukul/contract/cases';
import type { TodayFilter } from '@gurukul/contract/dashboards';
import { people } from '@gurukul/contract/people';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { hasHistory } from '#web/features/audit/tell-done.ts';
import { classesOf } from '#web/features/classes/classes-of.ts';
import { CourseFilter } from '#web/features/payments/course-filter.tsx';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { session } from '#web/lib/session.ts';
import type { TableSearch } from '#web/lib/address/table-search.ts';
import { todayTexts } from '#web/texts/today.ts';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { ClearFilters, FilterChip } from '#web/ui/table/filter-chip.tsx';

const t = todayTexts;

const idIn = (text: string | undefined) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : undefined);

/** Of the address. */
const filterKeys = ['course', 'class', 'teacher', 'owner'] as const;

/** What the address asks for. */
export function useTodayFilter(view: TableSearch): TodayFilter {
  const [search] = useSearchState();
  const [course_id, class_id, teacher_id, owner_id] = filterKeys.map((key) => idIn(search[key]));
  const held = heldLines.find((known) => known === search['held']);
  // Who looks for something looks at all of it.
  const isNarrowed = view.q !== '' || [...filterKeys, 'held'].some((key) => search[key]);
  const recent = isNarrowed ? undefined : 'recent';
  const age = search['age'] === 'older' ? 'older' : recent;
  return {
    ...(age && { age }),
    ...(course_id && { course_id }),
    ...(class_id && { class_id }),
    ...(teacher_id && { teacher_id }),
    ...(owner_id && { owner_id }),
    ...(held && held !== 'open' && { held }),
    ...(view.q && { search: view.q.slice(0, 100) }),
  };
}

export const TodaySearch = ({ view }: { view: TableSearch }) => (
  <SearchBox
    label={t.search}
    placeholder={t.searchHint}
    value={view.q}
    onChange={(text) => view.setQuery(text)}
  />
);

interface OfCourseProps {
  course: number;
  search: Readonly<Record<string, string>>;
  ask: (change: Readonly<Record<string, string>>) => void;
}

/** The classes and teachers of the chosen course. */
function OfCourse({ course, search, ask }: OfCourseProps) {
  const read = useQuery(query(people.get_teacher_bycourse, { courseId: course }));
  const teachers = (read.data?.teachers ?? []).map(({ user_id, fullname }) => ({
    value: String(user_id),
    label: fullname,
  }));
  return (
    <>
      <FilterChip
        label={t.class}
        options={[{ value: '', label: t.anyClass }, ...classesOf(read.data)]}
        value={search['class'] ?? ''}
        onChange={(group) => ask({ class: group })}
      />
      <FilterChip
        label={t.teacher}
        options={[{ value: '', label: t.anyTeacher }, ...teachers]}
        value={search['teacher'] ?? ''}
        onChange={(teacher) => ask({ teacher })}
      />
    </>
  );
}

const heldOptions = heldLines.map((value) => ({
  value: value === 'open' ? '' : value,
  label: t.held[value],
}));

/** The course is of the office: a teacher has few classes, and finds them by their names. */
export function TodayFilters() {
  const [search, change] = useSearchState();
  const ask = (next: Readonly<Record<string, string>>) => change({ ...next, page: '' });
  const course = idIn(search['course']);
  return (
    <>
      {hasHistory() ? (
        <CourseFilter
          value={search['course'] ?? ''}
          onChange={(next) => ask({ course: next, class: '', teacher: '' })}
        />
      ) : null}
      {hasHistory() && course ? <OfCourse course={course} search={search} ask={ask} /> : null}
      <FilterChip
        label={t.owner}
        options={[
          { value: '', label: t.anyOwner },
          { value: session.uid, label: t.mine },
        ]}
        value={search['owner'] ?? ''}
        onChange={(owner) => ask({ owner })}
      />
      <FilterChip
        label={t.heldLabel}
        options={heldOptions}
        value={search['held'] ?? ''}
        onChange={(held) => ask({ held })}
      />
      {[...filterKeys, 'held'].some((key) => search[key]) ? (
        <ClearFilters onClick={() => ask({ course: '', class: '', teacher: '', owner: '', held: '' })} />
      ) : null}
    </>
  );
}
