import { portalLanguages } from '@gurukul/contract/provider';
import type { registrations } from '@gurukul/contract/registrations';
import type * as z from 'zod';
import sql from 'sql-template-tag';
import type { RowOf } from '#server/db/columns.ts';
import { bool, instant, int, list, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { answersColumn, storeAnswers } from '#server/db/questions.ts';
import { storeWish, wireWish } from '#server/db/wishes.ts';
import { exists, many, run } from '#server/db/rows.ts';
import { takeTurn } from '#server/db/turns.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { ownCourses, scope } from '#server/http/identity/scope.ts';
import { today } from '#server/time/today.ts';
import { saveRegistered } from '../consents/consents.ts';
import { enrolHanded, idOf } from '../intake/students.ts';
import { chargeChosen } from '../ledger/chosen-price.ts';
import { cancelRegistered } from '../ledger/leave.ts';
import { findEnrolments } from '../student-import/queries.ts';
import { saveStudents } from '../student-import/save-students.ts';
import { leaveCourse } from '../students/changes.ts';
import { moveStudent } from '../students/move.ts';
import { beginFamily, itemOf } from './take.ts';
import { heldSeconds } from '#server/channels/mail/held-seconds.ts';
import { tellFamilies } from '../held-places/tell.ts';

type Wanted = z.output<typeof registrations.decide.input>;

const openRow = row({
  id: int,
  course_id: int,
  class_id: int.nullable(),
  contact_name: text,
  email_id: text,
  phone_number: text,
  page_language: oneOf(portalLanguages),
  is_self: bool,
  learner_name: text,
  birth_year: int,
  language: text.nullable(),
  timezone: text,
  student_id: int.nullable(),
  answers: answersColumn,
  agreed: list(int),
  asked_at: instant,
  wish: wireWish.nullable(),
});
type Open = RowOf<typeof openRow>;

/** Those of this list that wait, locked, the first asked first. Throws when one is out of reach or decided meanwhile. */
async function holdOpen(db: Db, person: Person, ids: readonly number[]): Promise<Open[]> {
  const asked = new Set(ids);
  const found = await many(
    db,
    openRow,
    sql`
      select r.id, r.course_id, k.id as class_id, r.contact_name, r.email_id, r.phone_number, r.page_language, r.is_self,
        r.learner_name, r.birth_year, r.language, r.timezone, r.student_id, r.answers, r.agreed, r.wish,
        r.asked_at
      from registrations r
      join courses c on c.id = r.course_id and c.deleted_at is null
      left join classes k on k.id = r.class_id and k.deleted_at is null
      where r.id = any(${[...asked]}::bigint[]) and ${ownCourses(person)}
      order by r.asked_at, r.id
      for no key update of r
    `,
  );
  if (found.length < asked.size) throw fail('not_found');
  const open = await many(
    db,
    row({ id: int }),
    sql`select o.id from open_registrations o where o.id = any(${[...asked]}::bigint[])`,
  );
  if (open.length < asked.size) throw fail('conflict');
  return found;
}

const familyOf = ({ contact_name: name, email_id: mailbox, phone_number: phone }: Open) => ({
  name,
  mailbox,
  phone,
  price: null,
  learners: [],
  agreed: [],
  wish: null,
});
const learnerOf = (open: Open) => ({
  name: open.learner_name,
  isSelf: open.is_self,
  year: open.birth_year,
  classId: open.class_id,
  language: open.language,
  answers: open.answers,
});

/** What the form agreed to is said for whom it registered. */
const agree = (db: Db, open: Open, studentId: number) =>
  saveRegistered(db, {
    studentId,
    isSelf: open.is_self,
    name: open.contact_name,
    mailbox: open.email_id,
    agreed: open.agreed,
    language: open.page_language,
    saidAt: open.asked_at,
  });

/** In the course already: nothing begins. */
const isIn = async (db: Db, studentId: number, courseId: number) =>
  (await findEnrolments(db, [studentId], [courseId])).length > 0;

async function place({ db, person }: Ctx, open: Open, classId: number): Promise<number> {
  const { student_id: studentId, course_id: courseId } = open;
  if (studentId === null) throw fail('bad_input');
  const move = { studentId, courseId, classId, fromCourseId: courseId, evenIfFull: false };
  const became = await moveStudent(db, person, move);
  if (became === 'class_full') throw fail('registration_full');
  if (became === 'level_missing') throw fail('level_needed');
  if (became !== 'student_moved') throw fail('conflict');
  return studentId;
}

async function isSame({ db, person }: Ctx, open: Open, studentId: number): Promise<number> {
  const isSomebody = await exists(
    db,
    sql`select from people p where p.id = ${studentId} and p.deleted_at is null and p.main_role <> 'guardian' for no key update`,
  );
  if (!isSomebody) throw fail('not_found');
  const { course_id: courseId, class_id: classId } = open;
  if (!(await isIn(db, studentId, courseId))) {
    await saveStudents(db, person, null, await today(db), [
      { courseId, classId, personId: studentId, addedBy: null, student: null },
    ]);
  }
  return studentId;
}

async function isNew({ db }: Ctx, open: Open): Promise<number> {
  const [family, learner] = [familyOf(open), learnerOf(open)];
  const { course_id: courseId, timezone } = open;
  const handed = { item: itemOf({ courseId, family, timezone }, learner), course: { id: courseId }, row: 1 };
  const { plan, added } = await enrolHanded(db, await today(db), [handed], {
    classesById: true,
    consentFollows: true,
    whoIsMeant: () => 'somebody new',
    isDecided: true,
  });
  const planned = plan.get(1);
  const id = planned === undefined ? null : idOf(planned, added);
  if (id === null) throw fail('conflict');
  await beginFamily(db, family, learner, id);
  return id;
}

/** Who a learner is answers a question: the registration waits on until they have a place. */
const decided = { place: 'placed', refuse: 'refused' } as const;

/** Decides all of these registrations, or none. */
export async function decide(ctx: Ctx, wanted: Wanted): Promise<void> {
  const { db, person } = ctx;
  const { registration_ids: ids, decision, class_id: classId, user_id: userId, reason = '' } = wanted;
  const isAnswer = decision === 'same' || decision === 'new';
  if (isAnswer && (person.role !== 'admin' || ids.length > 1)) throw fail('not_allowed');
  if ((decision === 'place' && classId === undefined) || (decision === 'same' && userId === undefined)) {
    throw fail('bad_input');
  }
  await takeTurn(db, 'import of students');
  const found = await holdOpen(db, person, ids);
  if (isAnswer && found[0]?.student_id !== null) throw fail('conflict');
  if (decision === 'place') {
    const courses = new Set(found.map(({ course_id }) => course_id));
    if (courses.size > 1) throw fail('bad_input');
    await scope(db, person).class(found[0]!.course_id, classId!);
  }
  const became: { open: Open; studentId: number | null }[] = [];
  for (const open of found) became.push({ open, studentId: await carryOut(ctx, wanted, open) });
  if (isAnswer) {
    await storeAnswers(
      db,
      became.flatMap(({ open: { course_id: courseId, answers }, studentId }) =>
        studentId === null ? [] : [{ studentId, courseId, answers }],
      ),
    );
    for (const { open, studentId: personId } of became) {
      const { course_id: courseId, wish } = open;
      if (personId !== null && wish !== null) await storeWish(db, { personId, courseId }, wish);
    }
  }
  const ends =
    decision === 'same' || decision === 'new'
      ? sql``
      : sql`, decision = ${decided[decision]}, decided_by = ${person.id}, decided_at = now(), reason = ${reason}`;
  await run(
    db,
    sql`
      update registrations r
      set student_id = d.student_id, answers = case when d.student_id is null then r.answers else '{}' end,
        agreed = case when d.student_id is null then r.agreed else '{}' end,
        wish = case when d.student_id is null then r.wish end ${ends}
      from unnest(${became.map(({ open }) => open.id)}::bigint[], ${became.map(({ studentId }) => studentId)}::bigint[])
        as d (id, student_id)
      where r.id = d.id
    `,
  );
  // Now the year of the form says who is a child.
  for (const { open, studentId } of isAnswer ? became : []) {
    if (studentId !== null) await agree(db, open, studentId);
  }
  if (decision === 'place' && wanted.charge === true) {
    const placed = became.flatMap(({ open: { course_id: courseId }, studentId }) =>
      studentId === null ? [] : [{ studentId, courseId }],
    );
    await chargeChosen(db, placed);
  }
  if (!wanted.send_mail) return;
  await tellFamilies(
    db,
    ctx.mail,
    {
      news: isAnswer ? 'asked' : decided[decision],
      reason,
      key: `registration:${ctx.requestId}`,
      heldSeconds,
    },
    became.map(({ open, studentId }) => ({ ...open, student_id: studentId })),
  );
}

async function carryOut(
  ctx: Ctx,
  { decision, class_id, user_id }: Wanted,
  open: Open,
): Promise<number | null> {
  if (decision === 'place') return place(ctx, open, class_id!);
  if (decision === 'same') return isSame(ctx, open, user_id!);
  if (decision === 'new') return isNew(ctx, open);
  const { student_id: studentId, course_id: courseId } = open;
  if (studentId !== null) {
    await cancelRegistered(ctx.db, courseId, studentId);
    await leaveCourse(ctx.db, ctx.person, { studentId, courseId });
  }
  return studentId;
}
