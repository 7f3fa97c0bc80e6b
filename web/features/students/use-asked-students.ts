import {
  courseStatusFilters,
  paymentFilters,
  registrationStatuses,
  studentSorts,
  type CourseStatusFilter,
} from '@gurukul/contract/students';
import { spokenCode } from '@gurukul/contract/shared/person/spoken-languages';
import { useSearchState, type How, type PlainSearch } from '#web/lib/address/address-search.ts';
import type { PageSize } from '#web/lib/constants.ts';
import { dayInAddress } from '#web/lib/address/day-in-address.ts';
import { idIn } from '#web/lib/address/route-id.ts';
import { searchText } from '#web/lib/address/search-text.ts';
import { sortIn } from '#web/lib/address/sort-in.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { answersOf } from '#web/features/questions/answers-in-address.ts';

/** The server takes no longer text. */
const searchMax = 100;

/** The names of the filters in the address. */
export const studentFilterKeys = [
  'course',
  'class',
  'teacher',
  'registration',
  'payment',
  'region',
  'language',
  'from',
  'to',
  'answers',
  'consent',
] as const;

const usual: CourseStatusFilter = 'active';

/** The category that an address names; active where it names none. */
const categoryIn = (search: PlainSearch) =>
  courseStatusFilters.find((value) => value === search['category']) ?? usual;

export function useCategory() {
  const [search, change] = useSearchState();
  const category = categoryIn(search);
  const setCategory = (next: string, how?: How) =>
    change({ category: next === usual ? '' : next, page: '' }, how);
  return [category, setCategory] as const;
}

/** Removes every filter, and the category if another one is asked for. */
export function useClearFilters() {
  const [, change] = useSearchState();
  return (category?: CourseStatusFilter) =>
    change({
      ...Object.fromEntries(studentFilterKeys.map((key) => [key, ''])),
      ...(category ? { category } : {}),
      page: '',
    });
}

/** The filters that an address names; a value that does not exist filters nothing. */
function filtersIn(search: PlainSearch) {
  const from = dayInAddress(search['from']);
  const to = dayInAddress(search['to']);
  const course_id = idIn(search['course']) ?? undefined;
  return {
    course_id,
    // A class is chosen among those of a course.
    class_id: (course_id && idIn(search['class'])) || undefined,
    teacher_id: idIn(search['teacher']) ?? undefined,
    registration_status: registrationStatuses.find((value) => value === search['registration']),
    payment_status: paymentFilters.find((value) => value === search['payment']),
    region: search['region']?.slice(0, searchMax),
    language: spokenCode(search['language'] ?? '') && search['language'],
    joined_from: from || undefined,
    // An end before the start is no end.
    joined_to: to < from ? undefined : to || undefined,
    answers: answersOf(search),
    without_consent: search['consent'] === 'none' || undefined,
  };
}

export function useStudentFilters() {
  const [search] = useSearchState();
  return filtersIn(search);
}

/** Which students an address asks for, and in which order. */
export const studentsIn = (search: PlainSearch) => ({
  course_status: categoryIn(search),
  search: searchText(search['q'] ?? '', searchMax),
  sort: sortIn(studentSorts, search['sort'] ?? '') ?? ('' as const),
  ...filtersIn(search),
});

/** Which students the address asks for: `filter` says which in which order, `page` which part of them. */
export function useAskedStudents(size: PageSize) {
  const view = useTableSearch(size);
  const [search] = useSearchState();
  const filter = studentsIn(search);
  const isFiltered = Object.values(filtersIn(search)).some((value) => value !== undefined);
  return { view, filter, isFiltered, page: { page: view.page, pageSize: view.size } };
}

export type AskedStudents = ReturnType<typeof useAskedStudents>;
