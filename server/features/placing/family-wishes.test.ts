import { defaultSettings } from '@gurukul/contract/provider';
import { registrations } from '@gurukul/contract/registrations';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { pageReaders } from '#server/test/page-readers.ts';
import { oneChild, registering } from '#server/test/registering.ts';
import { many, one, run } from '#server/test/rows.ts';
import { admin, foundSchool } from '#server/test/small-school.ts';

/* When people can come, on pages without script: the form of registrations, and My page. */

const office = await testApp({ database: 'empty', limits: { publicRequestsPerMinute: 1_000_000 } });
const { app, call, db } = office;
const { gita, students } = await foundSchool(db);
const { register } = registering(office);
const { newFamily, confirmed, get } = pageReaders(office, { course: gita.id, group: gita.morning });
const url = `/register/${gita.id}-gita`;

const { receipt_year_start: _, ...settings } = defaultSettings;
await call(
  'provider.save_settings',
  { ...settings, catalogue_open: true, registration_open: true },
  { as: admin },
);
await run(db)`update courses set reg_status = 'opened' where id = ${gita.id}`;

beforeEach(() => run(db)`delete from rate_limits`);

const wishesOf = (name: string) =>
  many<{ course_id: number; zone: string; hour: number; languages: string[] }>(db)`
    select w.course_id, w.zone, position('1' in w.hours::text) - 1 as hour, w.languages
    from wishes w join people p on p.id = w.person_id
    where p.fullname = ${name}
  `;

const saturday = 5 * 24 + 18;
const ticked = { clock: 'America/Chicago', hour: String(saturday), spoken: 'hi' };
const stored = { course_id: gita.id, zone: 'America/Chicago', hour: saturday, languages: ['Hindi'] };

describe('the form of registrations', () => {
  it('asks when the learners could come, and stores it for who wants to be found a class', async () => {
    const page = (await app.inject({ url })).body;
    expect(page.match(/name="hour"/g)).toHaveLength(168);
    expect(Buffer.byteLength(page)).toBeLessThan(60_000);
    await register(url, oneChild('Ravi Iyer', 'ravi@home.test', ticked));
    expect(await wishesOf('Ravi Iyer')).toEqual([stored]);
    await register(
      url,
      oneChild('Tara Iyer', 'tara@home.test', { ...ticked, 'group-1': String(gita.morning) }),
    );
    expect(await wishesOf('Tara Iyer')).toEqual([]);
    await register(url, oneChild('Free Iyer', 'free@home.test', { clock: 'America/Chicago' }));
    expect(await wishesOf('Free Iyer')).toEqual([]);
  });

  it('takes the language of the learner where none was ticked, and no clock that there is not', async () => {
    const own = { 'language-1': 'te', spoken: 'xx' };
    await register(url, oneChild('Sita Iyer', 'sita@home.test', { ...ticked, ...own }));
    expect(await wishesOf('Sita Iyer')).toEqual([{ ...stored, languages: ['Telugu'] }]);
    await register(url, oneChild('Mars Iyer', 'mars@home.test', { ...ticked, clock: 'Mars/Base' }));
    expect(await wishesOf('Mars Iyer')).toEqual([]);
  });

  it('keeps the wish of somebody whom the office has to tell apart, and moves it to the student', async () => {
    await run(db)`update people set email_id = 'shared@home.test' where id = ${students.anu}`;
    await register(url, oneChild('Unknown Iyer', 'shared@home.test', ticked));
    const { id, wish } = await one<{ id: number; wish: object }>(db)`
      select id, wish from registrations where learner_name = 'Unknown Iyer' and student_id is null
    `;
    expect(wish).toEqual({ zone: 'America/Chicago', hours: [saturday], languages: ['Hindi'] });
    const decision = { registration_ids: [id], decision: 'new', send_mail: false };
    expect((await call(registrations.decide, decision, { as: admin })).status).toBe(200);
    expect(await wishesOf('Unknown Iyer')).toEqual([stored]);
    expect(await one(db)`select wish from registrations where id = ${id}`).toEqual({ wish: null });
  });
});

describe('My page', () => {
  it('asks who has no class yet, on their clock, and nobody else', async () => {
    const family = await newFamily();
    expect((await confirmed(family.motherMail)).page.text).not.toContain('/wish"');
    await run(db)`update enrolments set class_id = null where student_id = ${family.child}`;
    await run(db)`update people set timezone = 'America/Chicago' where id = ${family.child}`;
    const device = await confirmed(family.motherMail);
    expect(device.page.text).toContain('Nothing is ticked, so no class fits by hours.');
    const form = { student: String(family.child), course: String(gita.id), ...ticked };
    expect((await device.send('wish', form)).status).toBe(303);
    expect(await wishesOf(family.name)).toEqual([stored]);
    const page = (await get(device.url, device.cookie)).text;
    expect(page).toMatch(new RegExp(`value="${saturday}"[^>]*checked`));
    // Moved since: the hours stand there with a word about their clock.
    await run(db)`update people set timezone = 'America/New_York' where id = ${family.child}`;
    expect((await get(device.url, device.cookie)).text).toContain('These hours were ticked on another clock');
    expect((await device.send('wish', { ...form, clock: 'Mars' })).status).toBe(400);
    expect((await device.send('wish', { ...form, student: String(students.anu) })).status).toBe(400);
    await run(db)`update enrolments set class_id = ${gita.morning} where student_id = ${family.child}`;
    expect((await device.send('wish', form)).status).toBe(409);
  });
});
