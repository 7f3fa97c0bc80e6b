import type { myPage } from '@gurukul/contract/my-page';
import { correctedFields } from '@gurukul/contract/shared/person/person';
import { answerDays, answerKinds, askedFields } from '@gurukul/contract/my-page';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { RowOf } from '#server/db/columns.ts';
import { bool, date, instant, int, list, object, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne, run } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import type { Handlers, Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { mayDecide, ownClasses, ownStudents, scope } from '#server/http/identity/scope.ts';
import { studentsBehind, studentsNamedWith } from '#server/channels/mail/behind.ts';
import { myPageLink } from '#server/channels/mail/my-page-link.ts';
import { askedGuardians, shownGuardians } from '../students/ask-for-addresses.ts';
import { listContacts, saveContacts } from '../students/contacts.ts';
import { saveGuardians } from '../students/update-student.ts';
import { savePerson } from '../students/written-person.ts';

const success = { status: 200, message: 'success' } as const;

const linkRow = row({
  mailbox: text,
  reader: text,
  is_proved: bool,
  is_whole: bool,
  students: int,
  made_at: instant.nullable(),
  used_at: instant.nullable(),
  expires_at: instant.nullable(),
  revoked_at: instant.nullable(),
  devices: int,
});

/**
 * The mailboxes whose page shows the student, or would once they are proved: their own, and those of guardians who may
 * see. `is_whole`: the mailbox counts for the student, and all students whom its page shows are within the caller's
 * reach. Nothing else is told of a page that is not whole: whoever else has the mailbox, it looks like a new one.
 */
const listLinks = (db: Db, person: Person, studentId: number) =>
  many(
    db,
    linkRow,
    sql`
      with near as (
        select ${studentId}::bigint as id
        union
        select g.guardian_id from guardians g where g.student_id = ${studentId} and g.may_see
      ), addresses as (
        select lower(p.email_id) as mailbox, p.id, p.fullname
        from near join people p on p.id = near.id and p.deleted_at is null
        where p.email_id <> ''
        union
        select lower(c.value), p.id, p.fullname
        from near join people p on p.id = near.id and p.deleted_at is null
        join contacts c on c.person_id = p.id and c.kind = 'email'
      ), boxes as (
        select a.mailbox, string_agg(a.fullname, ', ' order by a.id = ${studentId} desc, a.fullname) as reader,
          bool_or(a.id = ${studentId}) as is_own, shown.has_student as is_proved,
          coalesce(${person.role === 'admin'} or (shown.has_student and shown.in_reach), false) as is_whole,
          case when shown.has_student then shown.students else named.students end as students
        from addresses a
        cross join lateral (
          select coalesce(bool_or(b.student_id = ${studentId}), false) as has_student,
            bool_and(coalesce(${ownStudents(person)}, false)) as in_reach,
            (count(*) filter (where ${ownStudents(person)}))::integer as students
          from (${studentsBehind(sql`a.mailbox`)}) b join people p on p.id = b.student_id
        ) shown
        cross join lateral (
          select bool_or(b.student_id = ${studentId}) as has_student,
            (count(*) filter (where ${ownStudents(person)}))::integer as students
          from (${studentsNamedWith(sql`a.mailbox`)}) b join people p on p.id = b.student_id
        ) named
        where shown.has_student or named.has_student
        group by a.mailbox, shown.has_student, shown.in_reach, shown.students, named.students
      )
      select x.mailbox, x.reader, x.is_proved, x.is_whole, x.students, g.made_at, g.used_at, g.expires_at, g.revoked_at,
        (select count(*)::integer from personal_devices d where d.page_id = g.id) as devices
      from boxes x
      left join personal_pages g on g.mailbox = x.mailbox and x.is_whole
      order by x.is_own desc, x.mailbox
    `,
  );

const asLink = ({ is_whole: isWhole, ...link }: RowOf<typeof linkRow>) => ({
  ...link,
  can: { copy: isWhole, end: isWhole },
});

const correctionRow = row({
  correction_id: int,
  user_id: int,
  fullname: text,
  field: oneOf([...correctedFields, ...askedFields]),
  now: text,
  value: text,
  said_by: text,
  said_at: instant,
  may_decide: bool,
});

/** Open corrections of living students within reach. */
async function listCorrections(db: Db, person: Person, which: Sql) {
  const found = await many(
    db,
    correctionRow,
    sql`
      select c.id as correction_id, p.id as user_id, p.fullname, c.field, c.value, by.fullname as said_by, c.said_at,
        case c.field
          when 'contacts' then coalesce((
            select string_agg(k.value, ', ' order by k.id) from contacts k where k.person_id = p.id and k.kind = 'email'
          ), '')
          else coalesce(to_jsonb(p) ->> c.field, '')
        end as now,
        ${mayDecide(person)} as may_decide
      from corrections c
      join people p on p.id = c.person_id and ${isStudent}
      join people by on by.id = c.said_by
      where c.decided_at is null and ${which} and ${ownStudents(person)}
      order by c.said_at, c.id
      limit 500
    `,
  );
  return mapInTurn(found, async ({ may_decide: decide, ...correction }) => {
    const shown = { ...correction, can: { decide } };
    if (correction.field !== 'guardians') return shown;
    const guardians = await shownGuardians(db, correction.user_id, correction.value);
    return { ...shown, now: '', value: '', guardians };
  });
}

/** One after the other, since they share a connection. */
async function mapInTurn<From, To>(items: readonly From[], work: (item: From) => Promise<To>): Promise<To[]> {
  const done: To[] = [];
  for (const item of items) done.push(await work(item));
  return done;
}

/** Refuses a mailbox with which nobody is written who may see the student, or a student out of reach. */
async function linkOf(
  db: Db,
  person: Person,
  { student_id, mailbox }: { readonly student_id: number; readonly mailbox: string },
) {
  await scope(db, person).student(student_id);
  const links = await listLinks(db, person, student_id);
  const found = links.find((link) => link.mailbox === mailbox.toLowerCase());
  if (found === undefined) throw fail('not_found');
  return found;
}

const answerRow = row({
  answer_id: int,
  kind: oneOf(answerKinds),
  student_id: int,
  fullname: text,
  class_id: int,
  class_name: text,
  course_name: text,
  held_on: date.nullable(),
  body: text,
  said_by: text,
  said_at: instant,
  withdrawn_at: instant.nullable(),
  seen_by: list(object({ fullname: text, seen_at: text })),
  is_new: bool,
});

const listAnswers = (db: Db, person: Person, which: Sql) =>
  many(
    db,
    answerRow,
    sql`
      select w.id as answer_id, w.kind, w.student_id, p.fullname, k.id as class_id, k.class_name, c.course_name, w.held_on,
        w.body, by.fullname as said_by, w.said_at, w.withdrawn_at, (
          select coalesce(json_agg(json_build_object('fullname', s.fullname, 'seen_at', n.seen_at) order by n.seen_at), '[]')
          from answers_seen n join people s on s.id = n.person_id
          where n.answer_id = w.id
        ) as seen_by,
        not exists (
          select from answers_seen n where n.answer_id = w.id and n.person_id = ${person.id}
        ) as is_new
      from answers w
      join people p on p.id = w.student_id and p.deleted_at is null
      join people by on by.id = w.said_by
      join classes k on k.id = w.class_id and k.deleted_at is null
      join courses c on c.id = k.course_id and c.deleted_at is null
      where ${which} and w.said_at > now() - make_interval(days => ${answerDays}) and ${ownClasses(person)}
      order by w.said_at desc, w.id desc
      limit 200
    `,
  );

const asAnswer = ({ is_new, seen_by, ...found }: RowOf<typeof answerRow>) => ({
  ...found,
  seen_by: seen_by.map(({ fullname, seen_at }) => ({ fullname, seen_at: new Date(seen_at).toISOString() })),
  can: { see: is_new },
});

const proposedRow = row({
  id: int,
  person_id: int,
  field: oneOf([...correctedFields, ...askedFields]),
  value: text,
  country: text,
});

async function takeCorrection(
  db: Db,
  person: Person,
  { person_id: id, field, value, country }: RowOf<typeof proposedRow>,
): Promise<void> {
  if (field === 'guardians') {
    await saveGuardians(db, person, id, await askedGuardians(db, id, value));
  } else if (field === 'contacts') {
    const phones = (await listContacts(db, id)).filter(({ kind }) => kind === 'phone');
    const emails =
      value === '' ? [] : value.split(', ').map((each) => ({ kind: 'email' as const, value: each }));
    await saveContacts(db, id, [...emails, ...phones], country);
  } else await savePerson(db, id, { [field]: value }, country);
}

export const myPageHandlers: Handlers<typeof myPage> = {
  async get_links({ student_id }, { db, person }) {
    await scope(db, person).student(student_id);
    const links = await listLinks(db, person, student_id);
    const corrections = await listCorrections(db, person, sql`p.id = ${student_id}`);
    return { ...success, data: { links: links.map(asLink), corrections } };
  },

  async give_link({ send, ...of }, { db, person, config, mail, requestId }) {
    const { mailbox, is_whole: isWhole } = await linkOf(db, person, of);
    // A page that may show others is neither handed out nor opened again. Its mailbox may get the link at any time.
    const url = isWhole ? await myPageLink(db, config, mailbox, { reopen: true }) : null;
    if (isWhole && url === null) throw fail('not_found');
    if (send) {
      await mail.enqueue(db, {
        kind: 'my_page_link',
        to: mailbox,
        dedupeKey: `my_page_link:${requestId}`,
        data: {},
      });
    }
    return { ...success, data: { url } };
  },

  async revoke_link(of, { db, person, config }) {
    const { mailbox, is_whole: isWhole } = await linkOf(db, person, of);
    if (!isWhole) throw fail('not_found');
    // Made if there is none, so that mails have no link from now on.
    await myPageLink(db, config, mailbox);
    const page = await maybeOne(
      db,
      row({ id: int }),
      sql`
        update personal_pages set revoked_at = now() where mailbox = ${mailbox} and revoked_at is null returning id
      `,
    );
    if (page !== null) await run(db, sql`delete from personal_devices where page_id = ${page.id}`);
    return success;
  },

  async get_corrections(_, { db, person }) {
    return { ...success, data: await listCorrections(db, person, mayDecide(person)) };
  },

  async decide_correction({ correction_id, take }, { db, person }) {
    const proposed = await maybeOne(
      db,
      proposedRow,
      sql`
        select c.id, c.person_id, c.field, c.value, p.country
        from corrections c
        join people p on p.id = c.person_id and ${isStudent}
        where c.id = ${correction_id} and c.decided_at is null and ${ownStudents(person)} and ${mayDecide(person)}
        for no key update of c, p
      `,
    );
    if (proposed === null) throw fail('not_found');
    if (take) await takeCorrection(db, person, proposed);
    await run(
      db,
      sql`
        update corrections set decided_by = ${person.id}, decided_at = now(), taken = ${take} where id = ${proposed.id}
      `,
    );
    return success;
  },

  async get_answers(of, { db, person }) {
    if ('class_id' in of) {
      await scope(db, person).class(null, of.class_id);
      return {
        ...success,
        data: (await listAnswers(db, person, sql`w.class_id = ${of.class_id}`)).map(asAnswer),
      };
    }
    await scope(db, person).student(of.student_id);
    return {
      ...success,
      data: (await listAnswers(db, person, sql`w.student_id = ${of.student_id}`)).map(asAnswer),
    };
  },

  async see_answers({ answer_ids }, { db, person }) {
    const found = await listAnswers(db, person, sql`w.id = any(${answer_ids}::bigint[])`);
    if (found.length < new Set(answer_ids).size) throw fail('not_found');
    await run(
      db,
      sql`
        insert into answers_seen (answer_id, person_id)
        select w.id, ${person.id} from answers w where w.id = any(${answer_ids}::bigint[]) order by w.id
        on conflict on constraint answers_seen_pkey do nothing
      `,
    );
    return success;
  },
};
