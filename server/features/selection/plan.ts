import type { Selected, SelectionChange, SelectionPreview, StayReason } from '@gurukul/contract/selection';
import { mostSelected, stayReasons } from '@gurukul/contract/selection';
import sql from 'sql-template-tag';
import type { RowOf } from '#server/db/columns.ts';
import { bool, int, row, text } from '#server/db/columns.ts';
import { withoutLevel } from '#server/db/levels.ts';
import type { Db } from '#server/db/pool.ts';
import { exists, many } from '#server/db/rows.ts';
import { firstNames } from '#server/first-names.ts';
import { digestOf } from '#server/http/requests/checked.ts';
import type { Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { ownEvents, scope } from '#server/http/identity/scope.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { placesOf } from '../staff/places.ts';
import type { Places } from '../staff/places.ts';
import { readNeeds } from '../consents/consents.ts';
import type { Needs } from '../consents/consents.ts';
import { keysOfPage, wholeList } from '../students/listing.ts';
import type { StudentKey } from '../students/listing.ts';
import { listingOf } from '../students/lists.ts';
import { tickedKeys } from '../students/ticked.ts';
import type { TickedKeys } from '../students/ticked.ts';

/* What a change would do to each selected row. The preview and the save use the same plan. */

/** The selected rows in the caller's reach. */
export async function selectedKeys(
  db: Db,
  person: Caller,
  { list: filters, rows }: Selected,
): Promise<TickedKeys> {
  const courseadminId = person.role === 'admin' ? null : person.id;
  const listing = listingOf(courseadminId, filters);
  if (rows) return tickedKeys(db, listing, rows);
  const { keys } = await keysOfPage(db, listing, wholeList);
  if (keys.length > mostSelected) throw fail('too_large');
  return { keys, gone: 0 };
}

const selectedRow = row({
  enrolment_id: int.nullable(),
  student_id: int,
  fullname: text,
  course_id: int.nullable(),
  class_id: int.nullable(),
  payment_status: text.nullable(),
  registration_status: text.nullable(),
  region: text,
  language: text.nullable(),
  /** Already in the course of the move, or registered for the event. */
  is_there: bool,
});
export type SelectedRow = RowOf<typeof selectedRow>;

const isThere = (change: SelectionChange) => {
  if (change.kind === 'move') {
    return sql`exists (
      select from enrolments m
      where m.student_id = p.id and m.course_id = ${change.course_id} and m.ended_on is null
    )`;
  }
  if (change.kind === 'register') {
    return sql`exists (
      select from event_registrations r
      where r.student_id = p.id and r.event_id = ${change.event_id} and r.removed_at is null
    )`;
  }
  return sql`false`;
};

const readRows = (db: Db, keys: readonly StudentKey[], change: SelectionChange) =>
  many(
    db,
    selectedRow,
    sql`
      select e.id as enrolment_id, p.id as student_id, p.fullname, e.course_id, e.class_id, e.payment_status,
        e.registration_status, p.region, p.language, ${isThere(change)} as is_there
      from unnest(
        ${keys.map(({ enrolment_id: enrolment }) => enrolment)}::bigint[],
        ${keys.map(({ student_id: student }) => student)}::bigint[]
      ) as g (enrolment_id, student_id)
      join people p on p.id = g.student_id and p.deleted_at is null
      left join enrolments e on e.id = g.enrolment_id and e.ended_on is null
      where g.enrolment_id is null or e.id is not null
      order by e.id, p.id
    `,
  );

/** Refuses a change that the caller may not make to any student. */
export async function refuseForbidden(db: Db, person: Person, change: SelectionChange): Promise<void> {
  if (change.kind === 'delete' && person.role !== 'admin') throw fail('not_allowed');
  if (change.kind === 'move') {
    const { course_id: course, class_id: group } = change;
    await (group === null ? scope(db, person).course(course) : scope(db, person).class(course, group));
  }
  if (change.kind === 'register' && !(await isOwnEvent(db, person, change.event_id))) throw fail('not_found');
}

const isOwnEvent = (db: Db, person: Person, eventId: number) =>
  exists(
    db,
    sql`
      select from events e
      left join courses c on c.id = e.course_id
      where e.id = ${eventId} and e.deleted_at is null and ${ownEvents(person)}
    `,
  );

type LacksLevel = (studentId: number) => boolean;
type Verdict = (selected: SelectedRow) => StayReason | null;

/** Decides for one row after the other, since a place that one student takes is taken for the next. */
export function verdictOf(
  change: SelectionChange,
  places: Places,
  needs: Needs | null = null,
  lacksLevel: LacksLevel = () => false,
): Verdict {
  const { kind } = change;
  if (kind === 'move') return moveVerdict(change, places, needs, lacksLevel);
  if (kind === 'unassociate')
    return ({ enrolment_id: enrolment }) => (enrolment === null ? 'no_course' : null);
  if (kind === 'payment_status' || kind === 'registration_status') {
    const wanted = kind === 'payment_status' ? change.payment_status : change.registration_status;
    return (selected) => {
      if (selected.enrolment_id === null) return 'no_course';
      return selected[kind] === wanted ? 'same' : null;
    };
  }
  const seen = new Set<number>();
  const isRepeat = ({ student_id: student }: SelectedRow) => seen.size === seen.add(student).size;
  const isSame = (selected: SelectedRow) => {
    if (kind === 'region') return selected.region === change.region;
    if (kind === 'language') return selected.language === change.language;
    return selected.is_there;
  };
  return (selected) => {
    if (isRepeat(selected)) return 'again';
    return isSame(selected) ? 'same' : null;
  };
}

function moveVerdict(
  { course_id: course, class_id: group, even_if_full: evenIfFull }: SelectionChange & { kind: 'move' },
  places: Places,
  needs: Needs | null,
  lacksLevel: LacksLevel,
): Verdict {
  const arrived = new Set<number>();
  return (selected) => {
    const { student_id: student } = selected;
    const isInCourse = selected.course_id === course;
    if (isInCourse && (group === null || group === selected.class_id)) return 'same';
    if (!isInCourse && (selected.is_there || arrived.has(student))) return 'in_course';
    if (needs?.without.has(student) === true) return 'no_consent';
    const isIn = isInCourse && selected.class_id !== null;
    if (!isIn && group !== null && lacksLevel(student)) return 'level_missing';
    if (group !== null && !places.take(group, student, evenIfFull)) return 'class_full';
    arrived.add(student);
    return null;
  };
}

export interface SelectionPlan extends SelectionPreview {
  readonly changing: readonly SelectedRow[];
}

export async function planChange(
  db: Db,
  { keys, gone }: TickedKeys,
  change: SelectionChange,
): Promise<SelectionPlan> {
  const wanted = change.kind === 'move' ? change.class_id : null;
  const students = keys.map(({ student_id: student }) => student);
  const needs = change.kind === 'move' ? await readNeeds(db, students) : null;
  const courseId = change.kind === 'move' ? change.course_id : 0;
  const lacking = await withoutLevel(
    db,
    wanted === null ? [] : students.map((studentId) => ({ studentId, courseId })),
  );
  const verdict = verdictOf(change, await placesOf(db, wanted === null ? [] : [wanted]), needs, (studentId) =>
    lacking({ studentId, courseId }),
  );
  const rows = (await readRows(db, keys, change)).map((each) => ({ each, reason: verdict(each) }));
  const changing = rows.flatMap(({ each, reason }) => (reason === null ? [each] : []));
  // Rows that left since they were found are gone too.
  const missing = gone + keys.length - rows.length;
  const stays = stayReasons.flatMap((reason) => {
    const staying = rows.filter((one) => one.reason === reason);
    const some = firstNames(staying.map(({ each }) => each.fullname));
    const count = some.count + (reason === 'gone' ? missing : 0);
    return count === 0 ? [] : [{ reason, ...some, count }];
  });
  const facts = rows.map(({ each, reason }) => [each.student_id, each.enrolment_id, reason]);
  return {
    selected: keys.length + gone,
    changes: changing.length,
    stays,
    digest: await digestOf([change, missing, ...facts]),
    changing,
  };
}
