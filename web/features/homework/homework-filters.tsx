import { homeworkStatuses } from '@gurukul/contract/homework';
import { NativeSelect } from '@mantine/core';
import { useSearchState } from '#web/lib/address-search.ts';
import { homeworkTexts } from '#web/texts/homework.ts';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import classes from './homework.module.css';
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
  query: string;
  onQuery: (query: string) => void;
  /** What is shown is about to change. */
  onChange: () => void;
}

export function HomeworkFilters(props: HomeworkFiltersProps) {
  const { list, course, group, status, query, onQuery, onChange } = props;
  const [, change] = useSearchState();
  const courses = list.data?.courses.map(({ course_id: id, course_name: name }) => ({ id, name })) ?? [];
  const groups = list.data?.classes.map(({ class_id: id, class_name: name }) => ({ id, name })) ?? [];
  const set = (next: Parameters<typeof change>[0]) => {
    onChange();
    change({ ...next, page: '' });
  };
  return (
    <search aria-label={t.filters} className={classes.filters}>
      <NativeSelect
        label={t.status}
        data={statuses}
        value={status ?? ''}
        onChange={(event) => set({ status: event.currentTarget.value })}
      />
      <NativeSelect
        label={t.course}
        data={optionsOf(courses, course, { all: t.allCourses, unknown: t.unknownCourse })}
        value={valueOf(course)}
        onChange={(event) => set({ course: event.currentTarget.value, class: '' })}
      />
      <NativeSelect
        label={t.class}
        data={optionsOf(groups, group, { all: t.allClasses, unknown: t.unknownClass })}
        value={valueOf(group)}
        onChange={(event) => set({ class: event.currentTarget.value })}
      />
      <SearchBox label={t.search} placeholder={t.searchHint} value={query} onChange={onQuery} />
    </search>
  );
}
