import { homeworkStatuses } from '@gurukul/contract/homework';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { homeworkTexts } from '#web/texts/homework.ts';
import { FilterChip } from '#web/ui/table/filter-chip.tsx';
import type { HomeworkList } from './homework-list.ts';

const t = homeworkTexts;

interface Option {
  readonly id: number;
  readonly name: string;
}

/** A choice that the list does not know stays visible, so that it can be changed. */
function optionsOf(options: readonly Option[], chosen: number, words: { all: string; unknown: string }) {
  const isKnown = chosen === 0 || options.some(({ id }) => id === chosen);
  return [
    { value: '', label: words.all },
    ...(isKnown ? [] : [{ value: String(chosen), label: words.unknown }]),
    ...options.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
}

const statuses = [
  { value: '', label: t.allStatuses },
  ...homeworkStatuses.map((value) => ({ value, label: t.statuses[value] })),
];

const valueOf = (id: number) => (id === 0 ? '' : String(id));

interface HomeworkFiltersProps extends Pick<HomeworkList, 'list' | 'course' | 'group' | 'status'> {
  /** What is shown is about to change. */
  onChange: () => void;
}

export function HomeworkFilters(props: HomeworkFiltersProps) {
  const { list, course, group, status, onChange } = props;
  const [, change] = useSearchState();
  const courses = list.data?.courses.map(({ course_id: id, course_name: name }) => ({ id, name })) ?? [];
  const groups = list.data?.classes.map(({ class_id: id, class_name: name }) => ({ id, name })) ?? [];
  const set = (next: Parameters<typeof change>[0]) => {
    onChange();
    change({ ...next, page: '' });
  };
  return (
    <>
      <FilterChip
        label={t.status}
        options={statuses}
        value={status ?? ''}
        onChange={(next) => set({ status: next })}
      />
      <FilterChip
        label={t.course}
        options={optionsOf(courses, course, { all: t.allCourses, unknown: t.unknownCourse })}
        value={valueOf(course)}
        onChange={(next) => set({ course: next, class: '' })}
      />
      <FilterChip
        label={t.class}
        options={optionsOf(groups, group, { all: t.allClasses, unknown: t.unknownClass })}
        value={valueOf(group)}
        onChange={(next) => set({ class: next })}
      />
    </>
  );
}
