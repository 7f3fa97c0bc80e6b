import { people } from '@gurukul/contract/people';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { useOfferedCourses } from '#web/features/classes/use-offered-courses.ts';
import { studentImportTexts } from '#web/texts/student-import.ts';
import { texts } from '#web/texts/texts.ts';
const t = studentImportTexts.paste;

/** The course and class of everybody whose row names none. */
export interface PlaceOfAll {
  /** Its id; '' for none. */
  readonly course: string;
  readonly class_name: string;
}

interface PlaceFieldsProps {
  place: PlaceOfAll;
  onPlace: (place: PlaceOfAll) => void;
  /** Which of the two are asked. */
  asks?: { readonly course: boolean; readonly class: boolean };
}

const both = { course: true, class: true };

/** Asks for the course and the class of all. */
export function PlaceFields({ place, onPlace, asks = both }: PlaceFieldsProps) {
  const offered = useOfferedCourses();
  const classes = useQuery({
    ...query(people.get_teacher_bycourse, { courseId: Number(place.course) }),
    enabled: place.course !== '',
  });
  return (
    <>
      {asks.course ? (
        <NativeSelect
          value={place.course}
          onChange={({ currentTarget: { value } }) => onPlace({ course: value, class_name: '' })}
          label={t.course}
          data={[{ value: '', label: offered.isPending ? texts.ui.loading : t.noCourse }, ...offered.options]}
        />
      ) : null}
      {asks.class ? (
        <NativeSelect
          value={place.class_name}
          onChange={(event) => onPlace({ ...place, class_name: event.currentTarget.value })}
          label={t.class}
          data={[
            { value: '', label: t.noClass },
            ...(classes.data?.classes ?? []).map(({ class_name }) => class_name),
          ]}
        />
      ) : null}
    </>
  );
}
