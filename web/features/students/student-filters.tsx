import { classes } from '@gurukul/contract/classes';
import {
  courseStatusFilters,
  paymentFilters,
  registrationStatuses,
  type PaymentFilter,
} from '@gurukul/contract/students';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useKnownTeachers } from '#web/calls/use-known-teachers.ts';
import { spokenChoices } from '#web/lib/format/spoken-languages.ts';
import { query } from '#web/calls/client.ts';
import { useOfferedCourses } from '#web/features/classes/use-offered-courses.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import type { TableSearch } from '#web/lib/address/table-search.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { texts } from '#web/texts/texts.ts';
import { valueText } from '#web/texts/values.ts';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { DaysFilter } from '#web/ui/table/days-filter.tsx';
import { ClearFilters, FilterChip } from '#web/ui/table/filter-chip.tsx';
import { useNear } from '#web/ui/table/use-near.ts';
import { RegionChip } from '../regions/region-chip.tsx';
import { useCategory, useClearFilters, useStudentFilters } from './use-asked-students.ts';

const t = studentsTexts;

const categories = courseStatusFilters.map((value) => ({ value, label: t.categories[value] }));
interface Option {
  readonly value: string;
  readonly label: string;
}

const any: Option = { value: '', label: t.filters.any };

const paymentName = (payment: PaymentFilter) => {
  if (payment === 'none') return t.filters.noPayment;
  return payment === 'unpaid' ? t.filters.unpaid : valueText('payment', payment);
};
const payments = paymentFilters.map((value) => ({ value, label: paymentName(value) }));
const registrations = registrationStatuses.map((value) => ({
  value,
  label: valueText('registration', value),
}));

/** A choice that is not among the options stays visible, so that it can be left again. */
function withChosen(options: readonly Option[] | undefined, value: string): Option[] {
  const isKnown = value === '' || options?.some((option) => option.value === value);
  const unknown = { value, label: options ? t.filters.unknown : texts.ui.loading };
  return [any, ...(options ?? []), ...(isKnown ? [] : [unknown])];
}

interface ChoiceProps {
  value: string;
  onChange: (value: string) => void;
}

function CourseChip({ value, onChange }: ChoiceProps) {
  const { isWanted, onNear } = useNear(value);
  const { options, isPending } = useOfferedCourses(isWanted);
  return (
    <FilterChip
      label={t.columns.course}
      value={value}
      options={withChosen(isPending ? undefined : options, value)}
      onNear={onNear}
      onChange={onChange}
    />
  );
}

function ClassChip({ course, value, onChange }: ChoiceProps & { course: number }) {
  const { isWanted, onNear } = useNear(value);
  const { data } = useQuery({ ...query(classes.get_classes, { course_id: course }), enabled: isWanted });
  const options = data?.data.map(({ class_id, class_name }) => ({
    value: String(class_id),
    label: class_name,
  }));
  return (
    <FilterChip
      label={t.columns.class}
      value={value}
      options={withChosen(options, value)}
      onNear={onNear}
      onChange={onChange}
    />
  );
}

function TeacherChip({ value, onChange }: ChoiceProps) {
  const { isWanted, onNear } = useNear(value);
  const options = useKnownTeachers(isWanted);
  return (
    <FilterChip
      label={t.columns.teacher}
      value={value}
      options={withChosen(options, value)}
      onNear={onNear}
      onChange={onChange}
    />
  );
}

/** What a list of students can be filtered by, all of it in the address. */
export function StudentFilters({ children }: { children?: ReactNode }) {
  const [category, setCategory] = useCategory();
  const [, change] = useSearchState();
  const filters = useStudentFilters();
  const clear = useClearFilters();
  const set = (part: Readonly<Record<string, string>>) => change({ ...part, page: '' });
  const { course_id: course, class_id, teacher_id, joined_from = '', joined_to = '' } = filters;
  const isAny = Object.values(filters).some((value) => value !== undefined);
  return (
    <>
      <FilterChip label={t.category} value={category} options={categories} onChange={setCategory} />
      <CourseChip
        value={course ? String(course) : ''}
        onChange={(next) => set({ course: next, class: '' })}
      />
      {course ? (
        <ClassChip
          course={course}
          value={class_id ? String(class_id) : ''}
          onChange={(next) => set({ class: next })}
        />
      ) : null}
      <TeacherChip value={teacher_id ? String(teacher_id) : ''} onChange={(next) => set({ teacher: next })} />
      <FilterChip
        label={t.columns.registration}
        value={filters.registration_status ?? ''}
        options={[any, ...registrations]}
        onChange={(next) => set({ registration: next })}
      />
      <FilterChip
        label={t.columns.payment}
        value={filters.payment_status ?? ''}
        options={[any, ...payments]}
        onChange={(next) => set({ payment: next })}
      />
      <RegionChip
        label={t.columns.region}
        any={t.filters.any}
        value={filters.region ?? ''}
        onChange={(next) => set({ region: next })}
      />
      <FilterChip
        label={t.filters.language}
        value={filters.language ?? ''}
        options={[any, ...spokenChoices(filters.language)]}
        onChange={(next) => set({ language: next })}
      />
      <DaysFilter label={t.columns.registered} from={joined_from} to={joined_to} onDays={set} />
      {filters.without_consent ? (
        <FilterChip
          label={t.filters.consent}
          value="none"
          options={[any, { value: 'none', label: t.filters.noConsent }]}
          onChange={(next) => set({ consent: next })}
        />
      ) : null}
      {children}
      {isAny ? <ClearFilters onClick={() => clear()} /> : null}
    </>
  );
}

export const StudentSearch = ({ view }: { view: Pick<TableSearch, 'q' | 'setQuery'> }) => (
  <SearchBox
    label={t.search}
    placeholder={t.searchHint}
    value={view.q}
    onChange={(text) => view.setQuery(text)}
  />
);
