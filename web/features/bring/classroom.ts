import type { SheetLine } from '#web/lib/files/sheet.ts';

/*
 * Google Classroom as JSON: the resources `courses`, `courses.students` and `courses.teachers` of its reference, each by
 * itself, in a list, or in lists named `courses`, `students` and `teachers`; a course may carry its own lists. They become
 * lines as in a spreadsheet, which the server reads like those of any other file.
 */

const header = [
  'Course name',
  'Course section',
  'Course state',
  'Creation time',
  'Role',
  'First name',
  'Last name',
  'Full name',
  'Email address',
];

type Thing = Readonly<Record<string, unknown>>;
const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly Thing[] => (Array.isArray(value) ? value.filter(isThing) : []);
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 500) : '';
const inside = (value: unknown, name: string): unknown => (isThing(value) ? value[name] : undefined);

interface Classroom {
  readonly courses: Thing[];
  readonly people: {
    readonly role: 'Student' | 'Teacher';
    readonly person: Thing;
    readonly course: Thing | null;
  }[];
}

function collect(value: unknown, found: Classroom, course: Thing | null = null, depth = 0): void {
  if (depth > 4) return;
  if (Array.isArray(value)) {
    for (const each of value) collect(each, found, course, depth + 1);
    return;
  }
  if (!isThing(value)) return;
  const isCourse = textOf(value['name']) !== '' && !('profile' in value);
  if (isCourse) found.courses.push(value);
  const of = isCourse ? value : course;
  for (const one of listOf(value['students']))
    found.people.push({ role: 'Student', person: one, course: of });
  for (const one of listOf(value['teachers']))
    found.people.push({ role: 'Teacher', person: one, course: of });
  collect(value['courses'], found, null, depth + 1);
  collect(value['course'], found, null, depth + 1);
}

/** The lines of such a file; null where it is none. */
export function classroomLines(text: string): SheetLine[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
  const found: Classroom = { courses: [], people: [] };
  collect(value, found);
  if (found.courses.length + found.people.length === 0) return null;
  const byId = new Map(found.courses.map((course) => [textOf(course['id']), course]));
  const ofCourse = (course: Thing | null | undefined) =>
    ['name', 'section', 'courseState', 'creationTime'].map((name) => textOf(course?.[name]));
  const rows = [
    ...found.courses.map((course) => [...ofCourse(course), 'course', '', '', '', '']),
    ...found.people.map(({ role, person, course }) => {
      const profile = inside(person, 'profile');
      const name = inside(profile, 'name');
      return [
        ...ofCourse(course ?? byId.get(textOf(person['courseId']))),
        role,
        textOf(inside(name, 'givenName')),
        textOf(inside(name, 'familyName')),
        textOf(inside(name, 'fullName')),
        textOf(inside(profile, 'emailAddress')),
      ];
    }),
  ];
  return [header, ...rows].map((cells, index) => ({ row: index + 1, cells }));
}
