import { courseStatusFilters, type CourseStatusFilter } from '@gurukul/contract/students';
import { NativeSelect } from '@mantine/core';
import { useSearchState } from '#web/lib/address-search.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import classes from './student-filters.module.css';

const t = studentsTexts;

const categories = courseStatusFilters.map((value) => ({ value, label: t.categories[value] }));
const usual: CourseStatusFilter = 'active';

/** The category that the address names; active where it names none. */
export function useCategory() {
  const [search, change] = useSearchState();
  const category = courseStatusFilters.find((value) => value === search['category']) ?? usual;
  const setCategory = (next: string) => change({ category: next === usual ? '' : next, page: '' });
  return [category, setCategory] as const;
}

interface StudentFiltersProps {
  query: string;
  onQuery: (query: string) => void;
}

export function StudentFilters({ query, onQuery }: StudentFiltersProps) {
  const [category, setCategory] = useCategory();
  return (
    <search className={classes.filters}>
      <SearchBox label={t.search} placeholder={t.searchHint} value={query} onChange={onQuery} />
      <NativeSelect
        label={t.category}
        data={categories}
        value={category}
        onChange={(event) => setCategory(event.currentTarget.value)}
      />
    </search>
  );
}
