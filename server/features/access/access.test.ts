import { keyed } from '@gurukul/contract/shared/keyed';
import { person, personFieldNames } from '@gurukul/contract/shared/person/person';
import { beforeEach, describe, expect, test } from 'vitest';
import { personSelected } from '#server/db/person.ts';
import type { PersonValues } from '#server/db/person.ts';
import { many, one, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { eventOffice, forgetEvents } from '#server/test/events.ts';
import { office } from '#server/test/office.ts';
import { admin, foundSchool, own } from '#server/test/small-school.ts';
import { askFor } from '../access-requests/ask.ts';
import type { Wish } from '../access-requests/ask.ts';

const server = await testApp({ database: 'empty' });
const { call, db } = server;
const school = await foundSchool(db);
const events = eventOffice(server, school.gita.id, own);

beforeEach(async () => {
  await run(db)`delete from access_requests`;
  await forgetEvents(server);
});

const waiting = async () => (await call('access.get_requests', {}, { as: admin })).body;
const decide = (request_ids: number[], decision: string) =>
  call('access.decide', { request_ids, decision }, { as: admin });

async function ask(name: string, more: Partial<Wish> = {}): Promise<number> {
  const email = `${name}@office.test`;
  const wish = { courseId: school.gita.id, classId: null, eventId: null, details: null };
  await askFor(db, { personId: school.staff.own }, [
    { ...wish, email, fullname: `${name[0]?.toUpperCase()}${name.slice(1)}`, ...more },
  ]);
  const { id } = await one<{ id: number }>(db)`
    select id from access_requests where email_id = ${email} and decided_at is null order by id desc limit 1
  `;
  return id;
}

const isIn = async (student: number, course = school.gita.id) =>
  (
    await many(db)`
    select from enrolments where student_id = ${student} and course_id = ${course} and ended_on is null
  `
  ).length === 1;

const nothing = keyed<PersonValues>(personFieldNames, (field) => person[field].unknown);

/** A student to add. */
const detailsOf = (email: string): PersonValues => ({
  ...nothing,
  email_id: email,
  first_name: 'Asha',
  last_name: 'Rao',
  phone_number: '9876543210',
});

describe('a request', () => {
  test('says what is requested, by whom, and whose address it is', async () => {
    await ask('esha', { classId: school.gita.morning });
    await ask('teach');
    await ask('nobody', { details: detailsOf('nobody@office.test') });
    const { data, total_count } = await waiting();
    expect(total_count).toBe(3);
    expect(data[0]).toEqual({
      request_id: expect.any(Number),
      email_id: 'esha@office.test',
      fullname: 'Esha',
      course_name: 'Gita',
      class_name: 'Morning',
      event_name: null,
      asked_by: { user_id: school.staff.own, fullname: 'Own' },
      by_key: null,
      asked_at: expect.any(String),
      belongs_to: {
        user_id: school.students.esha,
        fullname: 'Esha',
        role: 'student',
        has_name: true,
        is_certain: true,
      },
      can: { accept: true },
    });
    expect(data.slice(1)).toMatchObject([
      { belongs_to: { fullname: 'Teach', role: 'teacher' }, can: { accept: true } },
      { belongs_to: null, can: { accept: true } },
    ]);
  });

  test('for something that waits already is the same one, in any case of the address', async () => {
    const id = await ask('esha');
    await askFor(db, { personId: school.staff.other }, [
      {
        courseId: school.gita.id,
        classId: null,
        eventId: null,
        email: 'ESHA@office.test',
        fullname: 'esha',
        details: null,
      },
    ]);
    expect((await waiting()).data).toMatchObject([{ request_id: id }]);
  });

  test('accepted puts the student into the course, once, and can be undone', async () => {
    const id = await ask('esha', { classId: school.gita.morning });
    const done = await decide([id], 'accepted');
    expect(done.status).toBe(200);
    expect(await isIn(school.students.esha)).toBe(true);
    expect((await waiting()).data).toEqual([]);

    const again = await decide([id], 'accepted');
    expect([again.status, again.body.message]).toEqual([
      409,
      'Somebody decided this request already, please load it again',
    ]);
    expect((await decide([id], 'declined')).status).toBe(409);

    const change_id = Number(done.headers['change-id']);
    expect((await call('audit.undo_change', { change_id }, { as: admin })).status).toBe(200);
    expect(await isIn(school.students.esha)).toBe(false);
    expect((await waiting()).data).toMatchObject([{ request_id: id }]);
  });

  test('of two admins at once is decided by one', async () => {
    const id = await ask('free');
    const answers = await Promise.all([decide([id], 'accepted'), decide([id], 'declined')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { decision } = await one<{ decision: string }>(db)`select decision from access_requests`;
    expect(await isIn(school.students.free)).toBe(decision === 'accepted');
  });

  test('for an address that is nobody’s by then adds one student, and into both courses where two were requested', async () => {
    const email = 'newly@office.test';
    const details = detailsOf(email);
    const first = await ask('newly', { fullname: 'Asha Rao', details });
    await askFor(db, { personId: school.staff.own }, [
      { courseId: school.draft.id, classId: null, eventId: null, email, fullname: 'Asha Rao', details },
    ]);
    const ids = (await waiting()).data.map(({ request_id }: { request_id: number }) => request_id);
    expect(ids).toContain(first);
    expect((await decide(ids, 'accepted')).status).toBe(200);
    const added = await many<{ id: number; fullname: string }>(db)`
      select id, fullname from people where email_id = ${email}
    `;
    expect(added).toMatchObject([{ fullname: 'Asha Rao' }]);
    expect(await isIn(added[0]?.id ?? 0)).toBe(true);
    expect(await isIn(added[0]?.id ?? 0, school.draft.id)).toBe(true);
  });

  test('of a version before, which named the fields otherwise, adds the same student', async () => {
    const email = 'before@office.test';
    const id = await ask('before', { fullname: 'Asha Rao', details: detailsOf(email) });
    const { email_id, first_name, last_name, phone_number, address2: _, ...rest } = detailsOf(email);
    const before = {
      ...rest,
      email: email_id,
      firstName: first_name,
      lastName: last_name,
      phone: phone_number,
    };
    await run(db)`
      update access_requests set details = ${JSON.stringify({ ...before, timezone: null })}::jsonb where id = ${id}
    `;
    expect((await decide([id], 'accepted')).status).toBe(200);
    const added = await one(db)`select ${personSelected()} from people p where email_id = ${email}`;
    expect(added).toEqual(detailsOf(email));
  });

  test('for a second child at one address adds the child, and leaves the first as they are', async () => {
    const email = 'esha@office.test';
    const details = { ...detailsOf(email), first_name: 'Uma', last_name: '' };
    const id = await ask('esha', { fullname: 'Uma', details });
    expect((await waiting()).data).toMatchObject([
      { belongs_to: { fullname: 'Esha' }, can: { accept: true } },
    ]);
    expect((await decide([id], 'accepted')).status).toBe(200);
    expect(await isIn(school.students.esha)).toBe(false);
    const uma = await one<{ id: number }>(db)`
      select id from people where email_id = ${email} and fullname = 'Uma'
    `;
    expect(await isIn(uma.id)).toBe(true);
    await run(db)`update people set deleted_at = now() where id = ${uma.id}`;
  });

  describe('for a child of a family', () => {
    const email = 'family@office.test';
    const child = async (firstName: string, lastName: string, dob: string | null = null) =>
      (
        await one<{ id: number }>(db)`
          insert into people (email_id, first_name, last_name, main_role, dob)
          values (${email}, ${firstName}, ${lastName}, 'student', ${dob}::date)
          returning id
        `
      ).id;
    const askAs = (fullname: string, dob: string | null = null) =>
      ask('family', { fullname, details: { ...detailsOf(email), dob } });

    beforeEach(async () => {
      await run(db)`update people set deleted_at = now() where email_id = ${email}`;
    });

    test.each(['Rao Asha', 'ASHA  RAO', 'Smt. Asha Rao', 'Asha-Rao', 'A. Rao'])(
      'written as %s is the one whom the list names',
      async (fullname) => {
        const asha = await child('Asha', 'Rao');
        const bala = await child('A', 'Rao');
        const id = await askAs(fullname);
        const meant = fullname === 'A. Rao' ? bala : asha;
        expect((await waiting()).data).toMatchObject([
          { belongs_to: { user_id: meant, has_name: true, is_certain: true }, can: { accept: true } },
        ]);
        expect((await decide([id], 'accepted')).status).toBe(200);
        expect([await isIn(asha), await isIn(bala)]).toEqual([meant === asha, meant === bala]);
      },
    );

    test.each(['Asha', 'R', 'Asha Raj'])('written as %s is a new one beside them', async (fullname) => {
      const asha = await child('Asha', 'Rao');
      const id = await askAs(fullname);
      expect((await waiting()).data).toMatchObject([
        { belongs_to: { user_id: asha, has_name: false }, can: { accept: true } },
      ]);
      expect((await decide([id], 'accepted')).status).toBe(200);
      expect(await isIn(asha)).toBe(false);
    });

    test('and twins: the name tells them apart, and of one name the birthday', async () => {
      const born = '2012-03-04';
      const [rama, lava] = [await child('Rama', 'Rao', born), await child('Lava', 'Rao', born)];
      const cousin = await child('Rama', 'Rao', '2010-05-06');
      const [first, second, third] = [
        await askAs('Rao Lava', born),
        await askAs('Rao Rama', '2010-05-06'),
        await askAs('Rama Rao'),
      ];
      expect((await waiting()).data).toMatchObject([
        { belongs_to: { user_id: lava, is_certain: true }, can: { accept: true } },
        { belongs_to: { user_id: cousin, is_certain: true }, can: { accept: true } },
        { belongs_to: { user_id: rama, is_certain: false }, can: { accept: false } },
      ]);
      expect((await decide([third], 'accepted')).body.message).toBe(
        'This request cannot be carried out, please decline it',
      );
      expect((await decide([first, second], 'accepted')).status).toBe(200);
      expect([await isIn(rama), await isIn(lava), await isIn(cousin)]).toEqual([false, true, true]);
    });

    test('and an event registers the only student of the address, and nobody of several', async () => {
      const eventId = await events.published();
      const asha = await child('Asha', 'Rao');
      const only = await ask('family', { eventId, fullname: '' });
      expect((await waiting()).data).toMatchObject([
        { belongs_to: { user_id: asha, is_certain: true }, can: { accept: true } },
      ]);
      await child('Uma', 'Rao');
      expect((await waiting()).data).toMatchObject([
        { belongs_to: { user_id: asha, is_certain: false }, can: { accept: false } },
      ]);
      expect((await decide([only], 'accepted')).status).toBe(409);
      await run(db)`delete from access_requests`;
    });
  });

  test('for a student who was enrolled meanwhile is accepted and adds nothing', async () => {
    const id = await ask('bala');
    expect((await decide([id], 'accepted')).status).toBe(200);
    expect(await isIn(school.students.bala)).toBe(true);
  });

  test('for the address of a colleague lets them study', async () => {
    const id = await ask('teach');
    expect((await decide([id], 'accepted')).status).toBe(200);
    expect(await isIn(school.staff.teach)).toBe(true);
  });

  test('for the address of nobody cannot be accepted, only declined', async () => {
    const id = await ask('nobody');
    const esha = await ask('esha', { courseId: school.draft.id });
    const refused = await decide([esha, id], 'accepted');
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This request cannot be carried out, please decline it',
    ]);
    // All or none.
    expect(await isIn(school.students.esha, school.draft.id)).toBe(false);
    expect((await decide([id], 'declined')).status).toBe(200);
    expect((await waiting()).data).toMatchObject([{ request_id: esha }]);
  });

  test('for an event registers the student, as Add people does', async () => {
    const eventId = await events.published();
    const id = await ask('esha', { courseId: school.gita.id, eventId });
    expect((await waiting()).data).toMatchObject([{ event_name: 'Satsang', can: { accept: true } }]);
    expect((await decide([id], 'accepted')).status).toBe(200);
    const { body } = await call('events.get_register_students_event', {}, { as: own });
    expect(body.result).toMatchObject([{ email_id: 'esha@office.test', event_id: eventId }]);
    await run(db)`delete from access_requests`;
  });

  test('for an event that was canceled or deleted meanwhile is answered well', async () => {
    const eventId = await events.published();
    const id = await ask('esha', { eventId });
    await events.cancel(eventId);
    expect((await waiting()).data).toMatchObject([{ can: { accept: false } }]);
    expect((await decide([id], 'accepted')).body.message).toBe('This event is canceled');
    await events.remove(eventId);
    expect((await waiting()).data).toEqual([]);
    expect((await decide([id], 'declined')).status).toBe(200);
    await run(db)`delete from access_requests`;
  });

  test('into a class that was deleted meanwhile leads into the course', async () => {
    const gone = await office(db).class(school.gita.id, 'Short');
    const id = await ask('free2', { classId: gone, details: detailsOf('free2@office.test') });
    await run(db)`update classes set deleted_at = now() where id = ${gone}`;
    expect((await waiting()).data).toMatchObject([{ class_name: null }]);
    expect((await decide([id], 'accepted')).status).toBe(200);
    const enrolment = await one(db)`
      select e.class_id from enrolments e join people p on p.id = e.student_id
      where p.email_id = 'free2@office.test'`;
    expect(enrolment).toEqual({ class_id: null });
  });
});

describe('second roles', () => {
  const listed = async () => (await call('access.get_second_roles', {}, { as: admin })).body.data;
  const takeBack = (user_id: number) => call('access.take_back_role', { user_id }, { as: admin });

  test('are listed with author and time, and end with one press, sessions included', async () => {
    expect(await listed()).toEqual([]);
    const authorization = `Bearer ${await server.tokenOf('elsewhere@office.test')}`;
    const asTeacher = { headers: { authorization } };
    expect((await call('accounts.switch_role', { role: 'courseadmin' }, asTeacher)).status).toBe(200);
    await call('accounts.act_as', { role: 'courseadmin' }, asTeacher);
    expect(await listed()).toEqual([
      {
        user_id: school.staff.elsewhere,
        fullname: 'Elsewhere',
        email_id: 'elsewhere@office.test',
        main_role: 'teacher',
        second_role: 'courseadmin',
        taken_at: expect.any(String),
        taken_by: 'Elsewhere',
        duty: null,
        can: { take_back: true },
      },
    ]);
    expect((await takeBack(school.staff.elsewhere)).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect((await call('courses.add_course_type', { type: 'Own' }, asTeacher)).status).toBe(401);
    const again = await takeBack(school.staff.elsewhere);
    expect([again.status, again.body.message]).toEqual([409, 'This person holds no second role any more']);
  });

  test('stay while the person still works in them, and say why', async () => {
    await run(db)`update people set as_role = 'courseadmin' where id = ${school.staff.teach}`;
    await run(db)`update courses set courseadmin_id = ${school.staff.teach} where id = ${school.draft.id}`;
    expect(await listed()).toMatchObject([{ duty: 'runs', can: { take_back: false } }]);
    const refused = await takeBack(school.staff.teach);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This person still runs a course; another course admin has to take it over first',
    ]);
    expect(await listed()).toHaveLength(1);
  });

  test('of students and of nobody are not found', async () => {
    for (const id of [school.students.anu, school.students.gone, 999_999]) {
      expect((await takeBack(id)).status).toBe(404);
    }
  });
});
