import type { StudentIntake } from '@gurukul/contract/intake';
import type { Db } from '#server/db/pool.ts';
import { takeTurn } from '#server/db/turns.ts';
import type { IntakeKeyHolder } from '#server/http/intake-keys.ts';
import type { Caller } from '#server/http/scope.ts';
import { askFor } from '../access-requests/ask.ts';
import { emailKey, tidyRow } from '../student-import/cells.ts';
import { today } from '#server/time/today.ts';
import { listClasses } from '../student-import/queries.ts';
import { planImport } from '../student-import/rules.ts';
import type { PlannedRow } from '../student-import/rules.ts';
import { beginnings, distinct, knownPeople, saveStudents, wishes } from '../student-import/save-students.ts';
import { courseOf, listLivingCourses } from './look-up.ts';
import type { NamedCourse } from './look-up.ts';
import { rejected, repeated, twice } from './results.ts';
import type { Judged } from './results.ts';

/** A key reaches as far as an account admin. */
const everywhere: Caller = { id: 0, role: 'admin' };

/** The plan finds courses by name. Here the course is already certain, even when another has the same name. */
const certainName = ({ id }: NamedCourse) => `#${id}`;

/** Turns the site's students into rows of an import, so that the same rules apply. */
export async function takeStudents(
  tx: Db,
  key: IntakeKeyHolder,
  items: readonly StudentIntake[],
): Promise<Judged[]> {
  await takeTurn(tx, 'import of students');
  const day = await today(tx);
  const courses = await listLivingCourses(tx);
  const wanted = items.map((item) => courseOf(item, courses));
  const again = repeated(
    items.map((item, index) => {
      const course = wanted[index];
      return `${course !== undefined && 'name' in course ? course.id : `none ${index}`} ${emailKey(item.email_id)}`;
    }),
  );

  const judged = items.map(
    (item, index): Judged | { item: StudentIntake; course: NamedCourse; row: number } => {
      const course = wanted[index] ?? rejected('course_missing');
      if (again.has(index)) return twice;
      return 'outcome' in course ? course : { item, course, row: index + 1 };
    },
  );
  const { plan, staff } = await planFor(
    tx,
    judged.filter((each) => 'item' in each),
    day,
  );
  const rows = [...plan.values()];
  const added = await saveStudents(tx, everywhere, null, day, beginnings(rows, staff));
  await askFor(tx, { intakeKeyId: key.id }, wishes(rows, staff));
  return judged.map((each) => ('item' in each ? outcomeOf(plan.get(each.row), added) : each));
}

async function planFor(
  db: Db,
  wanted: readonly { item: StudentIntake; course: NamedCourse; row: number }[],
  day: string,
): Promise<{ readonly plan: ReadonlyMap<number, PlannedRow>; readonly staff: ReadonlySet<string> }> {
  const rows = wanted.map(({ item, course, row }) => {
    const { email_id, first_name, last_name = '', phone_number = '', class_name = '', ...rest } = item;
    const cells = { ...rest, email_id, first_name, last_name, phone_number, class_name };
    return tidyRow({ ...cells, row, course_name: certainName(course) }, day);
  });
  const courseIds = distinct(wanted.map(({ course }) => course.id));
  const known = await knownPeople(db, distinct(wanted.map(({ item }) => emailKey(item.email_id))), courseIds);
  const classes = await listClasses(db, courseIds);
  const courses = courseIds.map((id) => ({ id, name: certainName({ id, name: '' }) }));
  // The public site must not learn who works here, so an account admin decides about such an address.
  const people = new Map([...known].filter(([, person]) => person.is_student));
  const staff = new Set([...known].flatMap(([email, person]) => (person.is_student ? [] : [email])));
  const planned = await planImport(rows, { courses, classes, people, isLimited: false });
  const plan = planned.map((row): PlannedRow =>
    row.outcome !== 'problem' && staff.has(emailKey(row.tidy.email)) ? { ...row, outcome: 'ask' } : row,
  );
  return { plan: new Map(plan.map((row) => [row.tidy.row, row])), staff };
}

function outcomeOf(row: PlannedRow | undefined, added: ReadonlyMap<string, number>): Judged {
  if (row === undefined) return rejected('item_not_read');
  if (row.outcome === 'problem') return { outcome: 'rejected', id: null, notes: row.notes };
  const id = row.person?.id ?? added.get(emailKey(row.tidy.email)) ?? null;
  return {
    outcome: row.outcome === 'unchanged' ? 'unchanged' : 'created',
    id,
  };
}
