import { defaultSettings } from '@gurukul/contract/provider';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepExpired } from '#server/http/limits/sweep.ts';
import { testApp } from '#server/test/app.ts';
import { office as workOf } from '#server/test/office.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import { challengeIn } from '#server/test/page-readers.ts';
import { many, maybeOne, one, run } from '#server/test/rows.ts';
import { addEnrolment, admin, foundSchool, other, own } from '#server/test/small-school.ts';

/** Statements that pages made, also in transactions, so that a test can compare them. */
const made: string[] = [];
const isOfSettings = /from provider|openid_services/;

const office = await testApp({
  database: 'empty',
  limits: { publicRequestsPerMinute: 1_000_000 },
  poolOf(pool) {
    pool.on('connect', (client) => {
      const query: unknown = client.query.bind(client);
      client.query = new Proxy(client.query, {
        apply(_, __, given: unknown[]) {
          const [first] = given;
          const text = typeof first === 'string' ? first : (first as { text: string }).text;
          // The settings are read anew from time to time.
          if (!isOfSettings.test(text)) made.push(text);
          return (query as (...all: unknown[]) => unknown)(...given);
        },
      });
    });
    return pool;
  },
});
const { app, call, config, db } = office;
const add = workOf(db);
let school: Awaited<ReturnType<typeof foundSchool>>;

const year = new Date().getUTCFullYear();

const save = (wanted: object) => {
  const { receipt_year_start: _, ...settings } = defaultSettings;
  return call(
    'provider.save_settings',
    { ...settings, name: 'Sunrise', catalogue_open: true, registration_open: true, ...wanted },
    { as: admin },
  );
};

interface Typed {
  readonly [field: string]: string;
}

const path = () => `/register/${school.gita.id}-gita`;
const ask = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const post = (form: Typed, { url = path(), from = '127.0.0.1', headers = {} } = {}) =>
  app.inject({
    method: 'POST',
    url,
    remoteAddress: from,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    payload: new URLSearchParams(form).toString(),
  });

/** One learner of a mother, who is somebody new unless the test says otherwise. */
const mother: Typed = {
  do: 'send',
  learners: '1',
  name: 'Meera Iyer',
  mailbox: 'meera@home.test',
  phone: '',
  'name-1': 'Ravi Iyer',
  'year-1': String(year - 9),
  'group-1': '',
  'language-1': '',
};

async function mailsTo(mailbox: string) {
  return (await deliveredMails({ config, db }))
    .filter(({ to }) => to.includes(mailbox))
    .map(({ text }) => text);
}

const codeIn = (text: string) => /^ {4}(\d{6})$/m.exec(text)?.[1];
const codeTo = async (mailbox: string) =>
  (await mailsTo(mailbox)).flatMap((text) => codeIn(text) ?? []).at(-1) ?? '';

/** The newest mail to somebody that has no code, in one line. */
const lastMail = async (mailbox: string) =>
  (await mailsTo(mailbox)).findLast((text) => codeIn(text) === undefined)?.replaceAll(/\s+/g, ' ') ?? '';

/** Sends the form and its code: what the last page says, and where it is. */
async function register(typed: Typed) {
  const asked = await post({ ...mother, ...typed });
  expect([asked.statusCode, asked.body.match(/id="[\w-]+-error">[^<]*/g)]).toEqual([200, null]);
  const code = await codeTo((typed['mailbox'] ?? mother['mailbox'])!.toLowerCase());
  const challenge = challengeIn(asked.body);
  const done = await post({ do: 'prove', challenge, code });
  return { challenge, code, status: done.statusCode, to: done.headers.location, text: done.body };
}

const enrolled = (name: string) =>
  many<{ fullname: string; class_id: number | null; waits: number | null; email_id: string }>(db)`
    select p.fullname, e.class_id, e.waits_for_class_id as waits, p.email_id
    from people p join enrolments e on e.student_id = p.id and e.ended_on is null
    where p.fullname = ${name} and e.course_id = ${school.gita.id}
  `;
const waitingRows = (mailbox: string) =>
  many<{ learner_name: string; student_id: number | null }>(db)`
    select learner_name, student_id from registrations where email_id = ${mailbox} order by id
  `;

beforeAll(async () => {
  school = await foundSchool(db);
  await run(db)`update courses set reg_status = 'opened' where id = ${school.gita.id}`;
});
beforeEach(async () => {
  await run(db)`delete from rate_limits`;
});

describe('while registration is off', () => {
  test('the address answers as one that never was, and the catalogue leads nowhere', async () => {
    for (const settings of [
      { registration_open: false },
      { catalogue_open: false, registration_open: true },
    ]) {
      await save(settings);
      const there = await ask(path());
      const never = await ask('/register/999999');
      expect([there.statusCode, there.body]).toEqual([404, never.body]);
      expect((await post(mother)).statusCode).toBe(404);
    }
    await save({ registration_open: false });
    expect((await ask(`/courses-open/${school.gita.id}`)).body).not.toContain('/register/');
    expect(await many(db)`select from registration_forms`).toEqual([]);
  });
});

describe('a family', () => {
  beforeAll(async () => {
    await save({});
  });

  test('finds the form from the course, and is kept whatever is wrong', async () => {
    const course = await ask(`/courses-open/${school.gita.id}?lang=te`);
    expect(course.body).toContain(`/register/${school.gita.id}-gita?lang=te`);
    const form = await ask(`${path()}?lang=te`);
    expect([form.statusCode, form.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    expect(form.body).toContain('పుట్టిన సంవత్సరం');
    expect(form.body).not.toMatch(/<script|style="/);

    const odd = '"><script>alert(1)</script>\u202eרות';
    const wrong = await post({
      ...mother,
      learners: '2',
      name: odd,
      mailbox: 'nobody',
      phone: '12',
      'year-1': '1890',
      'name-2': '',
      'year-2': '',
      'group-2': String(school.veda.morning),
    });
    expect(wrong.statusCode).toBe(400);
    for (const [field, text] of [
      ['name', 'Please write the name with letters'],
      ['mailbox', 'Please write an email address'],
      ['phone', 'Please write a phone number'],
      ['year-1', 'Please write the year'],
      ['name-2', 'Please fill in this field'],
      ['year-2', 'Please fill in this field'],
      ['group-2', 'Please choose a class of the list'],
    ]) {
      expect(wrong.body).toContain(`id="${field}-error">${text}`);
    }
    expect(wrong.body).toContain('Please correct the 7 marked fields');
    expect(wrong.body).toContain('value="Ravi Iyer"');
    expect(wrong.body).toContain('&lt;script&gt;');
    expect(wrong.body).not.toContain('<script');
    expect(await many(db)`select from registration_forms`).toEqual([]);
  });

  test('asks for the clock of a visitor who has chosen none, and then has it', async () => {
    const unknown = await ask(path());
    expect(unknown.body).toContain('Times below are on this clock: Kolkata');
    expect(unknown.body).toContain('name="zone"');
    const known = await ask(`${path()}?zone=America%2FChicago`);
    expect(known.body).not.toContain('name="zone"');
    expect(known.body).toMatch(/name="clock">\s*<option selected>America\/Chicago/);
    const typed = await post({ ...mother, do: 'add' });
    expect(typed.body).not.toContain('name="zone"');
  });

  test('adds and takes away learners without losing a word', async () => {
    const more = await post({ ...mother, do: 'add' });
    expect(more.body).toContain('name="name-2"');
    expect(more.body).toContain('value="Ravi Iyer"');
    const fewer = await post({ ...mother, learners: '2', 'name-2': 'Sita Iyer', do: 'remove-1' });
    expect(fewer.body).toContain('value="Sita Iyer"');
    expect(fewer.body).not.toContain('Ravi Iyer');
    const full = await post({ ...mother, learners: '9', do: 'add' });
    expect(full.body).toContain('name="name-6"');
    expect(full.body).not.toMatch(/name="name-7"|Add another/);
  });

  test('of two is registered by the code of its mailbox: a place, and one that the office finds', async () => {
    const { status, to } = await register({
      learners: '2',
      'group-1': String(school.gita.morning),
      'language-1': 'sa',
      phone: '98480 12345',
      'name-2': 'Sita Iyer',
      'year-2': String(year - 6),
      'group-2': '',
      'language-2': '',
    });
    expect([status, to]).toEqual([303, `${path()}?done=1`]);
    expect((await ask(to!)).body).toContain('We have sent you a mail that says what happens next');
    expect(await enrolled('Ravi Iyer')).toMatchObject([{ class_id: school.gita.morning, waits: null }]);
    expect(await enrolled('Sita Iyer')).toMatchObject([{ class_id: null, waits: null }]);
    const family = await many(db)`
      select s.fullname, s.language, g.fullname as guardian, g.phone_number, r.may_see, r.pays
      from guardians r join people s on s.id = r.student_id join people g on g.id = r.guardian_id
      where g.email_id = 'meera@home.test' order by s.fullname
    `;
    const guardian = { guardian: 'Meera Iyer', phone_number: '9848012345', may_see: true, pays: true };
    expect(family).toEqual([
      { fullname: 'Ravi Iyer', language: 'Sanskrit', ...guardian },
      { fullname: 'Sita Iyer', language: null, ...guardian },
    ]);
    const { count } = await one<{ count: number }>(
      db,
    )`select count(distinct guardian_id)::integer as count from guardians`;
    expect(count).toBe(1);
    const mail = await lastMail('meera@home.test');
    for (const said of [
      'Thank you for registering for Gita',
      'A place in Morning: Monday 18:00 and Thursday 07:30 (Kolkata)',
      'The office finds a place and writes to you.',
      '/me/',
    ]) {
      expect(mail).toContain(said);
    }
    // What was typed is gone with the form.
    expect(await many(db)`select form::text from registration_forms`).toEqual([{ form: '{}' }]);
  });

  test('that comes again means the same children; a sibling is a sibling', async () => {
    const before = await one(db)`select count(*) from people`;
    // The same form once more, by the button Back.
    await register({ 'group-1': String(school.gita.evening) });
    expect(await enrolled('Ravi Iyer')).toMatchObject([{ class_id: school.gita.morning }]);
    expect(await one(db)`select count(*) from people`).toEqual(before);
    expect(await lastMail('meera@home.test')).toContain('A place in Morning');
    // Another name, and another year than those of all behind the mailbox.
    await register({ 'name-1': 'Lakshman Iyer', 'year-1': String(year - 12) });
    expect(await enrolled('Lakshman Iyer')).toHaveLength(1);
    // The year of a brother, under another name: nobody can say.
    await register({ 'name-1': 'Raghav Iyer', 'year-1': String(year - 9) });
    expect(await enrolled('Raghav Iyer')).toEqual([]);
    // The name of a child with another year.
    await register({ 'name-1': 'Ravi Iyer', 'year-1': String(year - 30) });
    const open = (await waitingRows('meera@home.test')).filter(({ student_id }) => student_id === null);
    expect(open.map(({ learner_name }) => learner_name)).toEqual(['Raghav Iyer', 'Ravi Iyer']);
    expect(await lastMail('meera@home.test')).toContain('The office finds a place and writes to you.');
    // The same question waits once.
    await register({ 'name-1': 'Raghav Iyer', 'year-1': String(year - 9) });
    expect(
      (await waitingRows('meera@home.test')).filter(({ student_id }) => student_id === null),
    ).toHaveLength(2);
  });

  test('may be one adult, and a child of 17 is registered by a parent', async () => {
    const self = { self: 'yes', name: 'Gopal Rao', mailbox: 'Gopal@Home.test', 'name-1': '' };
    const young = await post({ ...mother, ...self, 'year-1': String(year - 17) });
    expect(young.body).toContain('Under 18, a parent or guardian registers.');
    await register({ ...self, phone: '+1 212 555 0123', 'year-1': String(year - 40) });
    expect(
      await maybeOne(db)`
        select p.email_id, p.phone_number, (select count(*)::integer from guardians g where g.student_id = p.id) as guardians
        from people p where p.fullname = 'Gopal Rao'
      `,
    ).toEqual({ email_id: 'gopal@home.test', phone_number: '+12125550123', guardians: 0 });
    expect((await post({ ...mother, 'year-1': String(year - 17) })).body).toContain('name="challenge"');
  });

  test('whose address is one of the staff, or of a guardian who may not see, is a question for the office', async () => {
    for (const [mailbox, name] of [
      ['teach@office.test', 'Teach'],
      ['elsewhere@office.test', 'Kumar'],
      ['barred@home.test', 'Anu'],
    ]) {
      if (mailbox === 'barred@home.test') {
        const father = await add.person('Barred', 'student');
        await run(db)`update people set main_role = 'guardian', email_id = ${mailbox} where id = ${father}`;
        await run(db)`
          insert into guardians (student_id, guardian_id, may_see) values (${school.students.anu}, ${father}, false)
        `;
      }
      const people = await one(db)`select count(*) from people`;
      const { to } = await register({ mailbox: mailbox!, 'name-1': name! });
      expect(to).toBe(`${path()}?done=1`);
      expect(await one(db)`select count(*) from people`).toEqual(people);
      expect(await waitingRows(mailbox!)).toEqual([{ learner_name: name, student_id: null }]);
    }
    expect(await many(db)`select from access_requests`).toEqual([]);
  });
});

describe('a stranger', () => {
  test('learns nothing: equal pages and equal statements for known and unknown addresses', async () => {
    const known = [
      'anu@office.test',
      'teach@office.test',
      'own@office.test',
      'meera@home.test',
      'barred@home.test',
    ];
    const plain = (text: string, mailbox: string) =>
      text.replaceAll(mailbox, 'ADDRESS').replaceAll(challengeIn(text), 'SECRET');
    const probe = async (mailbox: string, name: string) => {
      made.length = 0;
      const asked = await post({ ...mother, mailbox, 'name-1': name }, { from: '127.0.9.1' });
      const statements = [...made];
      const wrong = await post({ do: 'prove', challenge: challengeIn(asked.body), code: '000000' });
      return [
        asked.statusCode,
        plain(asked.body, mailbox),
        wrong.statusCode,
        plain(wrong.body, mailbox),
        statements,
      ];
    };
    const expected = await probe('nobody@else.test', 'Ravi Iyer');
    expect(expected.at(-1)).toContainEqual(expect.stringContaining('insert into registration_forms'));
    for (const mailbox of known) expect(await probe(mailbox, 'Ravi Iyer')).toEqual(expected);
    expect(await probe('anu@office.test', 'Anu')).toEqual(expected);
  });

  test('of another site is refused, and so is who asks for too many codes', async () => {
    const before = await one(db)`select count(*) from registration_forms`;
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const { statusCode, body } = await post(mother, { headers });
      expect([statusCode, body.includes('does not come from our page')]).toEqual([403, true]);
    }
    expect(await one(db)`select count(*) from registration_forms`).toEqual(before);
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      statuses.push((await post({ ...mother, mailbox: 'full@home.test' })).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const late = await post({ ...mother, mailbox: 'full@home.test' });
    expect(late.body).toContain('value="Ravi Iyer"');
    expect(late.body).toContain('Please try again in an hour');
    // Another network still reaches the same family.
    const other = await post({ ...mother, mailbox: 'full@home.test' }, { from: '127.0.8.1' });
    expect(other.statusCode).toBe(200);
  });

  test('does no harm by what no person types', async () => {
    const long = 'అ'.repeat(5_000);
    for (const [form, status] of [
      [{ ...mother, name: 'a'.repeat(5_000), phone: '1'.repeat(5_000), 'year-1': '2'.repeat(5_000) }, 400],
      [{ ...mother, name: 'न'.repeat(61), 'name-1': 'Ravi\r\nBcc: x@y.test' }, 400],
      [{ ...mother, mailbox: 'a@b.test\r\nBcc: c@d.test' }, 400],
      [{ ...mother, learners: '1e9' }, 200],
      [{ ...mother, 'group-1': '1 or 1=1' }, 400],
      [{ challenge: 'x', do: 'prove', code: '123456' }, 410],
      [{ challenge: long }, 410],
      [{}, 400],
    ] as const) {
      expect((await post(form)).statusCode).toBe(status);
    }
    expect((await post(Object.fromEntries(Object.keys(mother).map((name) => [name, long])))).statusCode).toBe(
      413,
    );
    expect((await app.inject({ method: 'POST', url: path(), payload: { name: 'x' } })).statusCode).toBe(415);
    for (const url of ['/register', '/register/', '/register/%00', '/register/0']) {
      expect((await ask(url)).statusCode).toBe(404);
    }
  });
});

describe('a code', () => {
  test('ends after five wrong tries and ten minutes; another one takes its place', async () => {
    const asked = await post({ ...mother, mailbox: 'tries@home.test', 'name-1': 'Tara' });
    const challenge = challengeIn(asked.body);
    const code = await codeTo('tries@home.test');
    const wrong = code === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n += 1) {
      expect((await post({ do: 'prove', challenge, code: wrong })).body).toContain('This code is not right');
    }
    const over = (await post({ do: 'prove', challenge, code })).body;
    expect(over).toContain('This code is over');
    expect(over).not.toContain('We have sent a code');
    const again = challengeIn((await post({ do: 'again', challenge })).body);
    await run(db)`update registration_forms set expires_at = now() where done_at is null`;
    expect(
      (await post({ do: 'prove', challenge: again, code: await codeTo('tries@home.test') })).body,
    ).toContain('This code is over');
    const last = challengeIn((await post({ do: 'again', challenge: again })).body);
    const changed = await post({ do: 'change', challenge: last });
    expect(changed.body).toContain('value="Tara"');
    // Digits with a blank, as mails and phones write them.
    const right = (await codeTo('tries@home.test')).replace(/^(...)/, '$1 ');
    expect((await post({ do: 'prove', challenge: last, code: right })).statusCode).toBe(303);
    expect(await enrolled('Tara')).toHaveLength(1);
  });

  test('works once, however often and from however many tabs it comes', async () => {
    const asked = await post({ ...mother, mailbox: 'twice@home.test', 'name-1': 'Uma' });
    const challenge = challengeIn(asked.body);
    const code = await codeTo('twice@home.test');
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post({ do: 'prove', challenge, code })),
    );
    const ends = [...answers, await post({ do: 'prove', challenge, code })].map(
      (one) => one.headers.location,
    );
    expect(new Set(ends.filter((end) => end !== undefined))).toEqual(new Set([`${path()}?done=1`]));
    expect(ends.at(-1)).toBe(`${path()}?done=1`);
    expect(await enrolled('Uma')).toHaveLength(1);
    const mails = await many(db)`
      select from mails where kind = 'registration_news' and recipient = 'twice@home.test'
    `;
    expect(mails).toHaveLength(1);
  });

  test('registers nobody once the course is closed, and a form is gone after a day', async () => {
    const asked = await post({ ...mother, mailbox: 'late@home.test', 'name-1': 'Vani' });
    const challenge = challengeIn(asked.body);
    const code = await codeTo('late@home.test');
    await run(db)`update courses set reg_status = 'closed' where id = ${school.gita.id}`;
    const closed = await post({ do: 'prove', challenge, code });
    expect([closed.statusCode, closed.body.includes('Nothing is registered')]).toEqual([409, true]);
    expect((await post({ do: 'prove', challenge, code })).body).toContain('Registration is closed');
    expect((await ask(path())).body).toContain('Registration is closed');
    expect((await post(mother)).statusCode).toBe(409);
    await run(
      db,
    )`update courses set reg_status = 'opened', status = 'unpublished' where id = ${school.gita.id}`;
    expect((await post({ do: 'prove', challenge, code })).statusCode).toBe(404);
    await run(db)`update courses set status = 'published' where id = ${school.gita.id}`;
    expect(await enrolled('Vani')).toEqual([]);

    const kept = challengeIn((await post({ ...mother, mailbox: 'old@home.test' })).body);
    await run(db)`update registration_forms set made_at = now() - interval '25 hours'`;
    await sweepExpired(db, config.limits);
    expect((await post({ do: 'prove', challenge: kept, code: '123456' })).body).toContain(
      'Please begin again',
    );
  });
});

describe('places', () => {
  test('are never more than there are: two children and one place left', async () => {
    const group = await add.class(school.veda.id, 'Small');
    const teacher = await add.person('Small', 'teacher');
    await add.associate(school.veda.id, teacher, 1);
    await add.assign(school.veda.id, await add.slot(school.veda.id, group), teacher);
    await run(db)`update courses set reg_status = 'opened' where id = ${school.veda.id}`;
    const url = `/register/${school.veda.id}`;
    const asked = await post(
      {
        ...mother,
        mailbox: 'two@home.test',
        learners: '2',
        'group-1': String(group),
        'name-2': 'Bala Iyer',
        'year-2': String(year - 8),
        'group-2': String(group),
      },
      { url },
    );
    const code = await codeTo('two@home.test');
    await post({ do: 'prove', challenge: challengeIn(asked.body), code }, { url });
    const mail = await lastMail('two@home.test');
    expect(mail).toContain('A place in Small');
    expect(mail).toContain('Small is full. The waiting list keeps the turn');
  });

  test('are never more than there are, with all at once', async () => {
    const [families, places] = process.env['PROOF'] === 'full' ? [200, 20] : [40, 6];
    const course = await add.course('Rush', school.staff.own);
    await run(db)`update courses set status = 'published', reg_status = 'opened' where id = ${course}`;
    const group = await add.class(course, 'Wanted');
    const teacher = await add.person('Rusher', 'teacher');
    await add.associate(course, teacher, places);
    await add.assign(course, await add.slot(course, group), teacher);
    for (let n = 0; n < 2; n += 1) {
      const before = await add.person(`Before${n}`, 'student');
      await addEnrolment(db, { student: before, course, class: group });
    }
    const url = `/register/${course}`;
    const challenges = await Promise.all(
      Array.from({ length: families }, async (_, n) => {
        const from = `127.1.${n}.1`;
        const letters = String.fromCodePoint(97 + (n % 26), 97 + Math.floor(n / 26));
        const asked = await post(
          {
            ...mother,
            mailbox: `rush${n}@home.test`,
            'name-1': `Rush ${letters}`,
            'group-1': String(group),
          },
          { url, from },
        );
        return challengeIn(asked.body);
      }),
    );
    // Their codes are right: the mails need no reading.
    await run(db)`update registration_forms set proved_at = now() where course_id = ${course}`;
    const press = async (challenge: string, n: number): Promise<number> => {
      const { statusCode } = await post({ do: 'prove', challenge }, { url, from: `127.1.${n}.1` });
      // On a busy machine the page asks to press again.
      return statusCode === 503 ? press(challenge, n) : statusCode;
    };
    expect(new Set(await Promise.all(challenges.map(press)))).toEqual(new Set([303]));
    const counted = await one(db)`
      select count(*) filter (where class_id = ${group})::integer as placed,
        count(*) filter (where waits_for_class_id = ${group})::integer as waiting
      from enrolments where course_id = ${course} and ended_on is null
    `;
    expect(counted).toEqual({ placed: places, waiting: families + 2 - places });
  });
});

describe('the office', () => {
  const waiting = async (as = admin) =>
    (await call('registrations.get_registrations', { page: 1, pageSize: 100 }, { as })).body;
  const named = async (name: string, as = admin) =>
    (await waiting(as)).data.find(({ learner_name }: { learner_name: string }) => learner_name === name);
  const decide = (wanted: object, as = admin) =>
    call('registrations.decide', { send_mail: false, ...wanted }, { as });
  const undo = (answer: { readonly headers: Record<string, unknown> }) =>
    call('audit.undo_change', { change_id: Number(answer.headers['change-id']) }, { as: admin });

  /** Registers learners of new families without a class, one each. */
  async function unplaced(...names: readonly string[]) {
    for (const name of names) {
      const box = `${name.toLowerCase().replaceAll(' ', '.')}@office-side.test`;
      await register({ mailbox: box, 'name-1': name });
    }
    const { data } = await waiting();
    return names.map(
      (name) =>
        data.find(({ learner_name }: { learner_name: string }) => learner_name === name)
          .registration_id as number,
    );
  }

  test('sees who waits, within reach, with the classes and their free places', async () => {
    await unplaced('Padma Rao');
    const found = await named('Padma Rao', own);
    expect(found).toMatchObject({
      course_name: 'Gita',
      contact_name: 'Meera Iyer',
      birth_year: year - 9,
      can: { place: true, answer: false, refuse: true },
    });
    expect(
      (await waiting(own)).courses[0].classes.map(({ class_name }: { class_name: string }) => class_name),
    ).toEqual(['Evening', 'Morning']);
    expect(await named('Padma Rao', other)).toBe(undefined);
    expect(
      (await decide({ registration_ids: [found.registration_id], decision: 'refuse' }, other)).status,
    ).toBe(404);
    // Who has a place, or waits for one, is nobody's task.
    expect(await named('Gopal Rao')).toMatchObject({ is_self: true });
    expect(await named('Bala Iyer')).toBe(undefined);
  });

  test('places one, tells the family, and takes it back', async () => {
    const [id] = await unplaced('Chandra Rao');
    await run(db)`update registrations set price = '{"amount": "70.00", "currency": "USD"}' where id = ${id}`;
    const charges = () =>
      many(db)`
        select h.amount::text, h.currency from charges h
        join registrations r on r.student_id = h.student_id and r.course_id = h.course_id
        where r.id = ${id} and h.canceled_at is null
      `;
    expect(await named('Chandra Rao', own)).toMatchObject({ price: { amount: '70.00', currency: 'USD' } });
    // The clock that the family chose on the form.
    await run(db)`update registrations set timezone = 'America/Phoenix' where id = ${id}`;
    const placed = await decide(
      {
        registration_ids: [id],
        decision: 'place',
        class_id: school.gita.evening,
        send_mail: true,
        charge: true,
      },
      own,
    );
    expect(placed.status).toBe(200);
    expect(await charges()).toEqual([{ amount: '70.00', currency: 'USD' }]);
    expect(await enrolled('Chandra Rao')).toMatchObject([{ class_id: school.gita.evening }]);
    const told = await lastMail('chandra.rao@office-side.test');
    for (const said of ['A place in Evening: Tuesday 05:30 (Phoenix)', 'Tuesday 18:00 (Kolkata)']) {
      expect(told).toContain(said);
    }
    expect(await named('Chandra Rao')).toBe(undefined);
    expect(
      (await decide({ registration_ids: [id], decision: 'place', class_id: school.gita.evening })).body.code,
    ).toBe('conflict');
    expect((await undo(placed)).status).toBe(200);
    expect(await charges()).toEqual([]);
    expect(await named('Chandra Rao')).toMatchObject({ registration_id: id });
    expect(await enrolled('Chandra Rao')).toMatchObject([{ class_id: null }]);
  });

  test('places several or none', async () => {
    const ids = await unplaced('Devi One', 'Devi Two', 'Devi Three');
    const group = await add.class(school.gita.id, 'Of two');
    const teacher = await add.person('Oftwo', 'teacher');
    await add.associate(school.gita.id, teacher, 2);
    await add.assign(school.gita.id, await add.slot(school.gita.id, group), teacher);
    const full = await decide({ registration_ids: ids, decision: 'place', class_id: group });
    expect([full.status, full.body.code]).toEqual([409, 'registration_full']);
    expect(await enrolled('Devi One')).toMatchObject([{ class_id: null }]);
    expect(
      (await decide({ registration_ids: ids.slice(0, 2), decision: 'place', class_id: group })).status,
    ).toBe(200);
    expect(await enrolled('Devi Two')).toMatchObject([{ class_id: group }]);
    expect((await decide({ registration_ids: [ids[2], ids[0]], decision: 'refuse' })).body.code).toBe(
      'conflict',
    );
    expect((await decide({ registration_ids: [ids[2]], decision: 'place' })).status).toBe(400);
    expect(
      (await decide({ registration_ids: [ids[2]], decision: 'place', class_id: school.veda.morning })).status,
    ).toBe(404);
  });

  test('says who a question means: the same child, or a new one; a course admin cannot', async () => {
    const question = await named('Raghav Iyer');
    expect(question).toMatchObject({ student_id: null, can: { place: false, answer: true } });
    expect(question.alike.map(({ fullname }: { fullname: string }) => fullname)).toContain('Ravi Iyer');
    const seen = await named('Raghav Iyer', own);
    expect(seen).toMatchObject({ alike: [], can: { answer: false } });
    const id = question.registration_id;
    expect((await decide({ registration_ids: [id], decision: 'new' }, own)).status).toBe(403);

    const added = await decide({ registration_ids: [id], decision: 'new', send_mail: true });
    expect(added.status).toBe(200);
    expect(await enrolled('Raghav Iyer')).toMatchObject([{ class_id: null }]);
    // Who is meant is answered, and the place waits on, here as in the mail.
    expect(await named('Raghav Iyer')).toMatchObject({ can: { place: true, answer: false } });
    const mail = await lastMail(question.email_id);
    expect(mail).toContain('Thank you for registering for Gita.');
    expect(mail).toContain('The office finds a place and writes to you.');
    expect((await undo(added)).status).toBe(200);
    expect(await enrolled('Raghav Iyer')).toEqual([]);
    const ravi = question.alike.find(
      ({ fullname }: { fullname: string }) => fullname === 'Ravi Iyer',
    ).user_id;
    expect((await decide({ registration_ids: [id], decision: 'same', user_id: ravi })).status).toBe(200);
    expect(await named('Raghav Iyer')).toBe(undefined);

    // A colleague studies from now on, and a child of theirs is added.
    const teach = await named('Teach');
    expect(
      (
        await decide({
          registration_ids: [teach.registration_id],
          decision: 'same',
          user_id: school.staff.teach,
        })
      ).status,
    ).toBe(200);
    expect(await enrolled('Teach')).toHaveLength(1);
    const child = await named('Kumar');
    expect((await decide({ registration_ids: [child.registration_id], decision: 'new' })).status).toBe(200);
    expect(await enrolled('Kumar')).toMatchObject([{ email_id: 'elsewhere@office.test' }]);
  });

  test('refuses with a reason that stands in the mail', async () => {
    const [id] = await unplaced('Ekta Rao');
    const refused = await decide({
      registration_ids: [id],
      decision: 'refuse',
      reason: 'The course is for adults.',
      send_mail: true,
    });
    expect(refused.status).toBe(200);
    expect(await enrolled('Ekta Rao')).toEqual([]);
    const mail = await lastMail('ekta.rao@office-side.test');
    expect(mail).toContain('The office could not accept this registration.');
    expect(mail).toContain('The course is for adults.');
    // Who read it hears that it does not count any more.
    expect((await undo(refused)).status).toBe(200);
    expect(await enrolled('Ekta Rao')).toMatchObject([{ class_id: null }]);
    expect(await lastMail('ekta.rao@office-side.test')).toMatch(
      /What you read about your registration for .* does not count any more\./,
    );
  });

  test('says what holds when its mail leaves: another class, or nothing', async () => {
    const [moved, left] = await unplaced('Gita Rao', 'Hari Rao');
    for (const id of [moved, left]) {
      const wanted = { decision: 'place', class_id: school.gita.evening, send_mail: true };
      expect((await decide({ registration_ids: [id], ...wanted })).status).toBe(200);
    }
    await run(db)`
      update enrolments e
      set class_id = case when r.id = ${moved!} then ${school.gita.morning}::bigint else e.class_id end,
        ended_on = case when r.id = ${left!} then current_date end
      from registrations r
      where r.id in (${moved!}, ${left!}) and e.student_id = r.student_id and e.course_id = r.course_id
        and e.ended_on is null
    `;
    expect(await lastMail('gita.rao@office-side.test')).toContain('A place in Morning');
    expect(await lastMail('hari.rao@office-side.test')).not.toContain('A place in');
  });

  test('is not refused any more when its mail leaves: it says nothing', async () => {
    const [id] = await unplaced('Indu Rao');
    const refused = await decide({ registration_ids: [id], decision: 'refuse', send_mail: true });
    expect(refused.status).toBe(200);
    await run(db)`
      insert into enrolments (student_id, course_id, class_id, started_on)
      select r.student_id, r.course_id, ${school.gita.morning}, current_date from registrations r where r.id = ${id}
    `;
    expect(await lastMail('indu.rao@office-side.test')).not.toContain('could not accept');
  });

  test('leaves after a minute, and an undo before it withdraws its mail', async () => {
    const [id] = await unplaced('Farah Rao');
    const refused = await decide({ registration_ids: [id], decision: 'refuse', reason: '', send_mail: true });
    expect((await undo(refused)).status).toBe(200);
    const mails = await many(db)`
      select state from mails where kind = 'registration_news' and change_id = ${Number(refused.headers['change-id'])}
    `;
    expect(mails).toEqual([{ state: 'withdrawn' }]);
  });
});
