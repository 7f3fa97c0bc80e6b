import { studentsTexts } from '#web/texts/students.ts';
import { FilterChip } from '#web/ui/table/filter-chip.tsx';

const t = studentsTexts.ofTeacher;

const valueOf = (id: number | null) => (id === null ? '' : String(id));

interface Option {
  readonly value: string;
  readonly label: string;
}

/** A choice that the list does not know stays visible, so that it can be left again. */
function optionsOf(options: readonly Option[], chosen: string, all: string, unknown: string) {
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen);
  return [{ value: '', label: all }, ...(isKnown ? [] : [{ value: chosen, label: unknown }]), ...options];
}

interface ClassFiltersProps {
  /** What there is to choose from, as the list's call answers. */
  from:
    | {
        readonly courses: readonly { readonly course_id: number; readonly course_name: string }[];
        readonly classes: readonly { readonly class_id: number; readonly class_name: string }[];
      }
    | undefined;
  course: number | null;
  group: number | null;
  /** As an address carries them. */
  onChange: (chosen: { readonly course: string; readonly class: string }) => void;
}

/** The filters of a teacher's list: the course, and a class of it. */
export const ClassFilters = ({ from, course, group, onChange }: ClassFiltersProps) => (
  <>
    <FilterChip
      label={t.course}
      options={optionsOf(
        (from?.courses ?? []).map((one) => ({ value: String(one.course_id), label: one.course_name })),
        valueOf(course),
        t.allCourses,
        t.unknownCourse,
      )}
      value={valueOf(course)}
      onChange={(next) => onChange({ course: next, class: '' })}
    />
    <FilterChip
      label={t.class}
      options={optionsOf(
        (from?.classes ?? []).map((one) => ({ value: String(one.class_id), label: one.class_name })),
        valueOf(group),
        t.allClasses,
        t.unknownClass,
      )}
      value={valueOf(group)}
      onChange={(next) => onChange({ course: valueOf(course), class: next })}
    />
  </>
);
