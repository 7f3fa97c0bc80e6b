import type { CaseKind } from '@gurukul/contract/cases';
import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { randomFrom } from '#server/db/seed/random.ts';
import { testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { many, run } from '#server/test/rows.ts';
import { listDueOfCourses, refreshDue } from '../dashboards/today-queries.ts';
import { listTodayOf } from '../dashboards/today.ts';
import { listCases } from './queries.ts';

/*
 * Weeks of a school against a model that shares no code with the portal: random marks, corrections, excuses, days off,
 * cancels, covers and moves to another class. The clock cannot be set back, so the weeks end today, and each is lived
 * through in turn. After each week the portal's lines are those of the model, and every line that was taken in hand is
 * found among the cases. `PROOF=full npm run test:unit -- <file>` has 52 weeks and four seeds.
 */

const isFull = process.env['PROOF'] === 'full';
const weeks = isFull ? 52 : 12;
const seeds = isFull ? [1, 2, 3, 4] : [20_261_124];

const { db } = await testApp({ database: 'empty' });

const dayMs = 86_400_000;
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

interface Mark {
  status: string;
  isExcused: boolean;
  /** Entered more than four weeks later. */
  isLate: boolean;
}
interface Meeting {
  readonly slot: number;
  readonly class: number;
  readonly day: string;
  isOff: boolean;
  /** By student. */
  readonly marks: Map<number, Mark>;
}
interface Member {
  readonly student: number;
  class: number;
  since: string;
}

test.each(seeds)(
  `in ${weeks} weeks every trigger is one line and none is lost (seed %i)`,
  async (seed) => {
    const { next: random, pick } = randomFrom(seed);
    const add = office(db);
    const admin = await add.person(`Own${seed}`, 'courseadmin');
    const teacher = await add.person(`Teach${seed}`, 'teacher');
    const other = await add.person(`Helper${seed}`, 'teacher');
    const begin = Date.now() - (weeks * 7 + 1) * dayMs;
    const course = await add.course(`Gita ${seed}`, admin, { startDate: dayOf(begin) });
    await add.price(course);
    await run(db)`update courses set course_duration = 'yearly' where id = ${course}`;
    await add.associate(course, teacher);
    await add.associate(course, other);
    const slots: { id: number; class: number; weekday: number }[] = [];
    const classes: number[] = [];
    for (const name of ['Morning', 'Evening']) {
      const id = await add.class(course, name);
      classes.push(id);
      // Over before any clock shows the next day.
      for (const weekday of name === 'Morning' ? [1, 4] : [2]) {
        const slot = await add.slot(course, id, weekdays[weekday], '10:00', 'Asia/Kolkata');
        await add.assign(course, slot, teacher);
        slots.push({ id: slot, class: id, weekday });
      }
    }
    await run(db)`update class_slots set created_at = ${dayOf(begin)}::date - 2 where course_id = ${course}`;
    const members: Member[] = [];
    for (let n = 0; n < 12; n += 1) {
      const student = await add.person(`S${seed}x${n}`, 'student');
      const member = { student, class: pick(classes), since: dayOf(begin) };
      members.push(member);
      await run(db)`
        insert into enrolments (student_id, course_id, class_id, started_on, payment_status)
        values (${student}, ${course}, ${member.class}, ${member.since}, 'Successful')
      `;
    }
    const past: { student: number; class: number; from: string; until: string }[] = [];
    const meetings: Meeting[] = [];
    const counts: Record<string, number> = {};
    const did = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);
    const here = { id: 0, role: 'admin' } as const;
    const office1 = { id: admin, role: 'courseadmin' } as const;

    const wereThere = ({ class: id, day }: Meeting) => [
      ...members.filter((one) => one.class === id && one.since <= day).map(({ student }) => student),
      ...past
        .filter((one) => one.class === id && one.from <= day && one.until > day)
        .map(({ student }) => student),
    ];

    async function save(meeting: Meeting, student: number, status: string, on = meeting.day) {
      const known = meeting.marks.get(student);
      meeting.marks.set(student, {
        status,
        isExcused: known?.isExcused ?? false,
        isLate: known?.status ? known.isLate : Date.parse(on) - Date.parse(meeting.day) > 28 * dayMs,
      });
      await run(db)`
        with register as (
          insert into attendance_registers (course_id, class_id, attendance_date, slot_id, on_date, is_extra)
          values (${course}, ${meeting.class}, ${meeting.day}, ${meeting.slot}, ${meeting.day}, false)
          on conflict on constraint attendance_registers_one_each do update set course_id = excluded.course_id
          returning id
        )
        insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status, marked_at)
        select ${meeting.day}, ${student}, ${course}, ${meeting.class}, r.id, ${status}, ${on}::date + time '12:00'
        from register r
        on conflict (class_id, attendance_date, student_id, register_id)
          do update set status = excluded.status, corrected_at = now()
      `;
    }

    async function excuse(meeting: Meeting, student: number): Promise<void> {
      did('excuse');
      const known = meeting.marks.get(student);
      meeting.marks.set(student, {
        status: known?.status ?? '',
        isExcused: true,
        isLate: known?.isLate ?? false,
      });
      await run(db)`
        insert into answers (student_id, course_id, class_id, kind, slot_id, on_date, is_extra, held_on, said_by)
        values (${student}, ${course}, ${meeting.class}, 'cannot_come', ${meeting.slot}, ${meeting.day}, false,
          ${meeting.day}, ${student})
        on conflict do nothing
      `;
    }

    async function drop(meeting: Meeting): Promise<void> {
      meeting.isOff = true;
      if (random() < 0.5) {
        did('day off');
        await run(db)`
          insert into days_off (from_date, until_date, name, course_id, class_id)
          values (${meeting.day}, ${meeting.day}, 'Festival', ${course}, ${meeting.class})
        `;
        return;
      }
      did('cancel');
      await run(db)`
        insert into meetings (course_id, class_id, slot_id, on_date, state)
        values (${course}, ${meeting.class}, ${meeting.slot}, ${meeting.day}, 'canceled')
        on conflict (slot_id, on_date, (state is not distinct from 'extra'))
          do update set state = 'canceled', teacher_id = null
      `;
    }

    async function move(member: Member, day: string): Promise<void> {
      did('move');
      past.push({ student: member.student, class: member.class, from: member.since, until: day });
      member.class = classes.find((id) => id !== member.class)!;
      member.since = day;
      await run(db)`
        update enrolments set ended_on = greatest(started_on, ${day}::date)
        where student_id = ${member.student} and ended_on is null
      `;
      await run(db)`
        insert into enrolments (student_id, course_id, class_id, started_on, payment_status)
        values (${member.student}, ${course}, ${member.class}, ${day}, 'Successful')
      `;
    }

    async function hold(meeting: Meeting): Promise<void> {
      if (random() < 0.1) await drop(meeting);
      if (random() < 0.1 && !meeting.isOff) {
        did('cover');
        await run(db)`
          insert into meetings (course_id, class_id, slot_id, on_date, teacher_id)
          values (${course}, ${meeting.class}, ${meeting.slot}, ${meeting.day}, ${other})
        `;
      }
      if (meeting.isOff || random() < 0.15) return;
      for (const student of wereThere(meeting)) {
        if (random() < 0.08) await excuse(meeting, student);
        if (random() < 0.03) continue;
        await save(meeting, student, random() < 0.55 ? 'absent' : 'present');
      }
    }

    /** The lines by the rule alone. */
    function plain(): string[] {
      const lines: string[] = [];
      for (const meeting of meetings) {
        const lacks = wereThere(meeting).some((student) => (meeting.marks.get(student)?.status ?? '') === '');
        if (!meeting.isOff && lacks) lines.push(`unmarked_class:${meeting.slot}:${meeting.day}`);
      }
      for (const { student, class: id } of members) {
        const row: { day: string; isLate: boolean }[] = [];
        for (const meeting of meetings.filter((one) => one.class === id && !one.isOff)) {
          const mark = meeting.marks.get(student);
          if (!mark || mark.status === '') continue;
          if (mark.status !== 'absent') row.length = 0;
          else if (!mark.isExcused) row.push({ day: meeting.day, isLate: mark.isLate });
        }
        if (row.length >= 3 && !row.at(-1)!.isLate)
          lines.push(`three_absences:${student}:${id}:${row[0]!.day}`);
      }
      return lines.toSorted();
    }

    const everything = { page: 1, pageSize: 2000 };
    const told = async (who: Parameters<typeof listDueOfCourses>[1]) =>
      (
        await Promise.all(
          (['unmarked_class', 'three_absences'] as const).map((kind) =>
            listDueOfCourses(db, who, kind, everything),
          ),
        )
      ).flat();
    const asked = { owner_id: null, course_id: course, student_id: null, overdue: false, mine: false };
    const takenInHand = new Set<number>();

    for (let week = 0; week < weeks; week += 1) {
      for (let n = 0; n < 7; n += 1) {
        const day = begin + (week * 7 + n) * dayMs;
        for (const slot of slots.filter(({ weekday }) => new Date(day).getUTCDay() === weekday)) {
          const meeting: Meeting = {
            slot: slot.id,
            class: slot.class,
            day: dayOf(day),
            isOff: false,
            marks: new Map(),
          };
          meetings.push(meeting);
          await hold(meeting);
        }
      }
      if (random() < 0.4) await move(pick(members), dayOf(begin + (week * 7 + 6) * dayMs));
      for (let n = 0; n < 8; n += 1) {
        const meeting = pick(meetings);
        const there = wereThere(meeting);
        if (there.length === 0) continue;
        const student = pick(there);
        did('correction');
        await save(
          meeting,
          student,
          pick(['present', 'absent', 'absent']),
          dayOf(begin + (week * 7 + 6) * dayMs),
        );
        if (meeting.marks.get(student)!.isLate) did('late mark');
      }
      if (random() < 0.3) {
        const meeting = pick(meetings);
        if (!meeting.isOff) {
          // Also after its roll was called.
          await drop(meeting);
        }
      }
      await refreshDue(db);
      await refreshDue(db);

      const expected = plain();
      const until = dayOf(begin + ((week + 1) * 7 - 1) * dayMs);
      const lines = (await told(here))
        .filter((one) => one.course_id === course)
        .filter((one) => one.kind === 'three_absences' || one.attendance_date! <= until)
        .map(({ line }) => line);
      const cases = (await listCases(db, office1, { ...asked, state: 'all' }, everything)).data;
      const aside = cases.filter(({ state, line }) => state !== 'open' && expected.includes(line));
      // What waits, and what somebody closed while it stands, are all lines of the model, each once.
      expect([...lines, ...aside.map(({ line }) => line)].toSorted()).toEqual(expected);
      // An open case stands. One that the portal closed does not.
      for (const one of cases) {
        if (one.state === 'open') expect(expected).toContain(one.line);
        else if (one.closed_by === null) expect(expected).not.toContain(one.line);
      }
      // Nothing that was ever taken in hand is lost.
      expect(cases.map(({ id }) => id)).toEqual(expect.arrayContaining([...takenInHand]));

      for (const line of lines) {
        if (random() > 0.6 || cases.some((one) => one.line === line)) continue;
        did('case');
        const [kind = '', first = '', second = '', since = ''] = line.split(':');
        const of = line.startsWith('three')
          ? { class: Number(second), student: Number(first), since }
          : { class: slots.find(({ id }) => id === Number(first))!.class, student: null, since: null };
        const [made] = await many<{ id: number }>(db)`
          insert into cases (kind, line, course_id, class_id, student_id, since)
          values (${kind}, ${line}, ${course}, ${of.class}, ${of.student}, ${of.since})
          returning id
        `;
        takenInHand.add(made!.id);
        if (random() < 0.2) {
          did('dismissal');
          await run(db)`
            update cases set state = 'dismissed', reason = 'Known', closed_by = ${admin}, closed_at = now()
            where id = ${made!.id}
          `;
        }
      }
    }
    const closed = (await listCases(db, office1, { ...asked, state: 'closed' }, everything)).data;
    expect(takenInHand.size).toBeGreaterThan(weeks);
    expect(closed.some(({ closed_by: by }) => by === null)).toBe(true);
    for (const what of [
      'excuse',
      'day off',
      'cancel',
      'cover',
      'correction',
      'case',
      'dismissal',
      'move',
      'late mark',
    ]) {
      expect(counts).toHaveProperty(what);
    }
  },
  900_000,
);

interface Thing {
  readonly kind: CaseKind;
  readonly line: string;
  /** Makes the line stand, or go. */
  readonly set: (stands: boolean) => Promise<unknown>;
  stands: boolean;
  /** By the rule alone; null: nobody took it in hand. */
  held: 'open' | 'dismissed' | 'done' | null;
}

test.each(seeds)(
  'a case of any kind is closed when its line goes, and open again when the line is back (seed %i)',
  async (seed) => {
    const { next: random, pick } = randomFrom(seed + 1);
    const add = office(db);
    const here = { id: 0, role: 'admin' } as const;
    const admin = await add.person(`Runs${seed}`, 'courseadmin');
    const teacher = await add.person(`Leads${seed}`, 'teacher');
    const course = await add.course(`Veda ${seed}`, admin);
    await add.price(course);
    await add.associate(course, teacher);
    const things: Thing[] = [];
    const insert = async (query: Sql) => (await many<{ id: number }>(db)`${query}`)[0]!.id;
    const stand = (kind: CaseKind, key: number | string, set: (stands: boolean) => Sql) =>
      things.push({
        kind,
        line: `${kind}:${key}`,
        set: (stands) => run(db)`${set(stands)}`,
        stands: true,
        held: null,
      });
    for (let n = 0; n < 4; n += 1) {
      const klass = await add.class(course, `Class ${n}`);
      const slot = await add.slot(course, klass);
      stand('class_without_teacher', slot, (stands) =>
        stands
          ? sql`update slot_teachers set ended_at = now() where slot_id = ${slot} and ended_at is null`
          : sql`insert into slot_teachers (slot_id, course_id, teacher_id) values (${slot}, ${course}, ${teacher})`,
      );
      const mail = await insert(sql`
        insert into mails (kind, dedupe_key, recipient, failed_at)
        values ('event_published', ${`line ${seed} ${n}`}, 'x@office.test', now())
        returning id
      `);
      stand(
        'failed_mail',
        mail,
        (stands) => sql`update mails set failed_at = ${stands ? 'now' : null} where id = ${mail}`,
      );
      const event = await insert(sql`
        insert into events (course_id, event_name, meeting_link, event_date, starts_at, ends_at, live_status, created_by)
        values (${course}, 'Talk', '', current_date + 3, now() + interval '3 days', now() + interval '4 days', 'published',
          ${admin})
        returning id
      `);
      stand(
        'event_without_link',
        event,
        (stands) => sql`update events set place = ${stands ? '' : 'Temple hall'} where id = ${event}`,
      );
      const taught = await add.slot(course, klass, 'tuesday');
      await add.assign(course, taught, teacher);
      const cover = await insert(sql`
        insert into cover_requests (course_id, class_id, slot_id, on_date, is_extra, starts_at, teacher_id, asked_by)
        select ${course}, ${klass}, ${taught}, m.on_date, false, m.starts_at, ${teacher}, ${admin}
        from meetings_of(array[${klass}]::bigint[], current_date + 2, current_date + 8) m
        where m.slot_id = ${taught}
        returning id
      `);
      // Somebody withdraws the request, or cancels the meeting.
      stand('open_cover', cover, (stands) =>
        n % 2 === 0
          ? sql`update cover_requests set closed_at = ${stands ? null : 'now'} where id = ${cover}`
          : stands
            ? sql`delete from meetings where slot_id = ${taught}`
            : sql`
                insert into meetings (slot_id, course_id, class_id, on_date, state, teacher_id)
                select slot_id, course_id, class_id, on_date, 'canceled', null from cover_requests where id = ${cover}
              `,
      );
      const student = await add.person(`Pupil${seed}x${n}`, 'student');
      const enrolment = await insert(sql`
        insert into enrolments (student_id, course_id, class_id, started_on, payment_status)
        values (${student}, ${course}, ${klass}, current_date - 20, 'Failed')
        returning id
      `);
      await run(db)`
        with register as (
          insert into attendance_registers (course_id, class_id, attendance_date)
          values (${course}, ${klass}, current_date - 1)
          returning id
        )
        insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
        select current_date - 1, ${student}, ${course}, ${klass}, r.id, 'present' from register r
      `;
      stand(
        'attending_unpaid',
        enrolment,
        (stands) =>
          sql`update enrolments set payment_status = ${stands ? 'Failed' : 'Successful'} where id = ${enrolment}`,
      );
      const homework = await insert(sql`
        insert into homework (student_id, course_id, class_id, week_name, home_work)
        values (${student}, ${course}, ${klass}, 'Week 1', 'x')
        returning id
      `);
      stand(
        'homework_to_check',
        homework,
        (stands) => sql`
          update homework set status = ${stands ? 'pending' : 'accepted'}, decided_at = ${stands ? null : 'now'}
          where id = ${homework}
        `,
      );
      const waiting = await add.person(`Waits${seed}x${n}`, 'student');
      const payment = await insert(sql`
        insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, status, paid_at)
        values (${`line ${seed} ${n}`}, ${course}, ${waiting}, 'Waits', 'x@office.test', 100, 'success', now())
        returning id
      `);
      stand(
        'paid_not_placed',
        payment,
        (stands) => sql`update payments set status = ${stands ? 'success' : 'failed'} where id = ${payment}`,
      );
    }

    const everything = { page: 1, pageSize: 2000 };
    const everyCase = { owner_id: null, course_id: null, student_id: null, overdue: false, mine: false };
    const kinds = [...new Set(things.map(({ kind }) => kind))];
    const byLine = new Map(things.map((thing) => [thing.line, thing]));
    const outcomesOfCovers = new Set<string | null>();
    let cameBack = 0;
    for (let week = 0; week < weeks; week += 1) {
      for (const thing of things) {
        if (random() > 0.3) continue;
        thing.stands = !thing.stands;
        await thing.set(thing.stands);
        if (thing.stands && thing.held !== null) cameBack += 1;
        if (thing.held !== null && (thing.stands || thing.held === 'open')) {
          thing.held = thing.stands ? 'open' : 'done';
        }
      }
      await refreshDue(db);
      await refreshDue(db);

      const waits = things.filter(({ stands, held }) => stands && held !== 'dismissed');
      const listed = await Promise.all(
        kinds.map((kind) => listTodayOf(db, here, kind, everything, new Date())),
      );
      const lines = listed.flatMap(({ items }) => items.map(({ line }) => line));
      expect(lines.filter((line) => byLine.has(line)).toSorted()).toEqual(
        waits.map(({ line }) => line).toSorted(),
      );
      const found = (await listCases(db, here, { ...everyCase, state: 'all' }, everything)).data;
      const states = found
        .filter(({ line }) => byLine.has(line))
        .map(({ line, state }) => `${line} ${state}`);
      for (const { kind, outcome } of found) if (kind === 'open_cover') outcomesOfCovers.add(outcome);
      expect(states.toSorted()).toEqual(
        things.flatMap(({ line, held }) => (held === null ? [] : `${line} ${held}`)).toSorted(),
      );

      for (const thing of things) {
        if (!thing.stands || random() > 0.4) continue;
        thing.held = pick(['open', 'open', 'dismissed']);
        const isOpen = thing.held === 'open';
        await run(db)`
          insert into cases (kind, line, course_id) values (${thing.kind}, ${thing.line}, ${course})
          on conflict (line) do nothing
        `;
        await run(db)`
          update cases set state = ${thing.held}, closed_by = ${isOpen ? null : admin},
            closed_at = ${isOpen ? null : 'now'}
          where line = ${thing.line}
        `;
      }
    }
    expect(cameBack).toBeGreaterThan(weeks);
    expect([...outcomesOfCovers]).toEqual(expect.arrayContaining(['mended', 'moved']));
  },
  900_000,
);
