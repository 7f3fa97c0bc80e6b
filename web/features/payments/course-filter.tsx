import { Button } from '@mantine/core';
import { useOfferedCourses, type OfferedCourses } from '#web/features/classes/use-offered-courses.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import { texts } from '#web/texts/texts.ts';
import { FilterChip } from '#web/ui/table/filter-chip.tsx';
import { useNear } from '#web/ui/table/use-near.ts';

const t = paymentsTexts;

/** What the address names stays chosen, also while the courses are on their way and when it is none of them. */
function optionsOf({ options, isPending }: OfferedCourses, value: string) {
  const isKnown = value === '' || options.some((option) => option.value === value);
  const named = { value, label: isPending ? texts.ui.loading : t.otherCourse };
  return [{ value: '', label: t.anyCourse }, ...options, ...(isKnown ? [] : [named])];
}

interface CourseFilterProps {
  value: string;
  onChange: (course: string) => void;
}

/** The courses are loaded when somebody is about to choose. */
export function CourseFilter({ value, onChange }: CourseFilterProps) {
  const { isWanted, onNear } = useNear(value);
  const offered = useOfferedCourses(isWanted);
  return (
    <>
      <FilterChip
        label={t.course}
        options={optionsOf(offered, value)}
        value={value}
        onNear={onNear}
        onChange={onChange}
      />
      {offered.isFailed ? (
        <span role="alert">
          {t.coursesFailed}{' '}
          <Button variant="subtle" size="compact-sm" onClick={offered.retry}>
            {texts.ui.retry}
          </Button>
        </span>
      ) : null}
    </>
  );
}
