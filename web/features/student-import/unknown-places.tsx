import { people } from '@gurukul/contract/people';
import type { PreviewRow, StudentImportRow } from '@gurukul/contract/student-import';
import { sameName } from '@gurukul/contract/shared/words/same-name';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { MeantField, type Meant } from '../imports/meant.tsx';
import { useOfferedCourses } from '../classes/use-offered-courses.ts';

/** As the server compares them. */
const isSame = (one: string, other: string) => sameName(one) === sameName(other);

const isAbout = (one: Meant, other: Meant) =>
  isSame(one.course_name, other.course_name) && isSame(one.class_name, other.class_name);

/** The names of a file that no course or class has. */
function unknownIn(rows: readonly PreviewRow[]): Meant[] {
  const found: Meant[] = [];
  for (const { course_name, class_name, problems } of rows) {
    const isUnknown = (code: string) => problems.some((problem) => problem.code === code);
    const place = isUnknown('unknown_course')
      ? { course_name, class_name: '', is: '' }
      : isUnknown('unknown_class')
        ? { course_name, class_name, is: '' }
        : undefined;
    if (place && !found.some((each) => isAbout(each, place))) found.push(place);
  }
  return found;
}

const meantIn = (row: StudentImportRow, { course_name, class_name, is }: Meant): StudentImportRow => {
  if (!isSame(row.course_name, course_name)) return row;
  if (class_name === '') return { ...row, course_name: is };
  return isSame(row.class_name, class_name) ? { ...row, class_name: is } : row;
};

/** The rows with the names that are meant, said in this order. */
export const withMeant = (rows: readonly StudentImportRow[], meant: readonly Meant[]): StudentImportRow[] =>
  rows.map((row) => meant.reduce(meantIn, row));

interface FieldProps {
  one: Meant;
  meant: Meant | undefined;
  onSay: (meant: Meant) => void;
}

/** A name, and what is there to choose from. */
function Field({ one, ...field }: FieldProps) {
  const { options } = useOfferedCourses();
  const course = options.find(({ label }) => isSame(one.course_name, label))?.value ?? '';
  const inCourse = useQuery({
    ...query(people.get_teacher_bycourse, { courseId: Number(course) }),
    enabled: one.class_name !== '' && course !== '',
  });
  const near =
    one.class_name === ''
      ? options.map(({ label }) => label)
      : (inCourse.data?.classes ?? []).map(({ class_name }) => class_name);
  return <MeantField one={{ ...one, near, can_make: false }} {...field} />;
}

interface UnknownPlacesProps {
  rows: readonly PreviewRow[];
  meant: readonly Meant[];
  onMeant: (meant: readonly Meant[]) => void;
}

/** Asks once for each name of the file that no course or class has which one is meant. */
export function UnknownPlaces({ rows, meant, onMeant }: UnknownPlacesProps) {
  const open = unknownIn(rows).filter((one) => !meant.some((each) => isAbout(one, each)));
  if (open.length + meant.length === 0) return null;
  const say = (said: Meant) =>
    onMeant(
      meant.some((each) => isAbout(said, each))
        ? meant.map((each) => (isAbout(said, each) ? said : each))
        : [...meant, said],
    );
  return (
    <Stack gap="xs" mt="md">
      {[...meant, ...open].map((one) => (
        <Field
          key={`${one.course_name} ${one.class_name}`}
          one={one}
          meant={meant.find((each) => isAbout(one, each))}
          onSay={say}
        />
      ))}
    </Stack>
  );
}
