import { courses } from '@gurukul/contract/courses';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { useOfferedCourses } from '#web/features/classes/use-offered-courses.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import { FilterChip } from '#web/ui/table/filter-chip.tsx';
import { useNear } from '#web/ui/table/use-near.ts';

const t = paymentsTexts.tickets;

interface CourseTypeFilterProps {
  value: string;
  onChange: (type: string) => void;
}

/** Filters by the type of the course. The types are loaded when somebody is about to choose. */
export function CourseTypeFilter({ value, onChange }: CourseTypeFilterProps) {
  const { isWanted, onNear } = useNear('');
  const { options: offered } = useOfferedCourses(isWanted);
  const [first] = offered;
  // All courses share the types, and each course brings the list of them.
  const { data } = useQuery({
    ...query(courses.get_single_course, { student_id: null, course_id: Number(first?.value ?? 0) }),
    enabled: isWanted && first !== undefined,
  });
  const known = data?.types.map(({ type }) => type) ?? [];
  const all = value === '' || known.includes(value) ? known : [...known, value];
  return (
    <FilterChip
      label={t.courseType}
      value={value}
      options={[{ value: '', label: t.anyCourseType }, ...all.map((type) => ({ value: type, label: type }))]}
      onNear={onNear}
      onChange={onChange}
    />
  );
}
