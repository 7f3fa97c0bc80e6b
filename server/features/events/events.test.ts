import { defaultEventImage, defaultSpeakerImage } from '@gurukul/contract/events';
import { beforeEach, describe, expect, test } from 'vitest';
import { many, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { eventOffice, forgetEvents, inKolkata, satsang } from '#server/test/events.ts';
import { admin, dayFromToday, foundSchool, other, own } from '#server/test/small-school.ts';

const { call, db } = await testApp({ database: 'empty' });
const school = await foundSchool(db);

beforeEach(() => forgetEvents({ db }));

const events = eventOffice({ call, db }, school.gita.id, own);
const added = events.add;
const input = (more: object = {}) => satsang(school.gita.id, more);
const tomorrow = dayFromToday(1);
const yesterday = dayFromToday(-1);

const stored = () => many<Record<string, unknown>>(db)`select * from events order by id`;

const single = async (event_id: number, as = own) =>
  (await call('events.get_single_events', { event_id }, { as })).body.data;

const namesFor = async (as: string): Promise<string[]> =>
  (await call('events.get_events', {}, { as })).body.data.data.map(
    ({ event_name: name }: { event_name: string }) => name,
  );

describe('who may', () => {
  test('a course admin still sees events they made in a course they handed over, and cannot change them', async () => {
    const id = await added();
    await run(db)`update courses set courseadmin_id = ${school.staff.other} where id = ${school.gita.id}`;
    try {
      expect(await namesFor(own)).toEqual(['Satsang']);
      const mine = await single(id);
      expect(mine.can).toEqual({
        edit: false,
        publish: false,
        send_mails: false,
        cancel: false,
        registrations: false,
        add_student: false,
        delete: false,
      });
      expect((await call('events.edit_event', input({ event_id: id }), { as: own })).status).toBe(404);
      expect((await single(id, other)).can.edit).toBe(true);
    } finally {
      await run(db)`update courses set courseadmin_id = ${school.staff.own} where id = ${school.gita.id}`;
    }
  });
});

describe('the input is checked', () => {
  test.each([
    ['Event name required', { event_name: ' ' }],
    ['Event name required', { event_name: undefined, course_id: '', meeting_link: '', event_date: '' }],
    ['course name required', { course_id: '', meeting_link: '', event_date: '' }],
    ['Meeting link is required', { meeting_link: '', event_date: '' }],
    ['Meeting link is required', { meeting_link: undefined, event_date: '' }],
    ['Meeting link is required', { meeting_link: '', place: ' ', start_time: '' }],
    ['course name required', { course_id: '', meeting_link: '', place: '' }],
    ['event date is required', { meeting_link: '', place: 'Temple hall', event_date: '' }],
    ['Meeting link is required', { meeting_link: 'http://meet.test', place: 'Temple hall' }],
    ['Meeting link is required', { meeting_link: 'http://meet.test' }],
    ['Meeting link is required', { meeting_link: 'https://user:pass@meet.test' }],
    ['Meeting link is required', { meeting_link: 'javascript:alert(1)' }],
    ['event date is required', { event_date: '', start_time: '' }],
    ['event date is required', { event_date: '2026-02-30' }],
    ['event date is required', { event_date: yesterday }],
    ['Start time is required', { start_time: '', end_time: '' }],
    ['Start time is required', { start_time: '18:30' }],
    ['end time is required', { end_time: null }],
    ['end time should be different', { end_time: inKolkata(tomorrow, '18:30') }],
    ['end time should be different', { end_time: inKolkata(tomorrow, '18:25') }],
    ['Start and end have to be on the date of the event', { end_time: inKolkata(dayFromToday(2), '00:00') }],
    ['Start and end have to be on the date of the event', { event_date: dayFromToday(2) }],
  ])('%s: %j', async (message, wrong) => {
    const id = await added();
    const before = await stored();
    const add = await call('events.add_event', input(wrong), { as: own });
    expect([add.status, add.body.message]).toEqual([400, message]);
    const edit = await call('events.edit_event', input({ ...wrong, event_id: id }), { as: own });
    expect(edit.body).toMatchObject({ status: 400, message });
    expect(await stored()).toEqual(before);
  });

  test('a place stands in for the link, and stays when a form does not know it', async () => {
    const id = await added({ meeting_link: undefined, place: ' తిరుమల హాల్ ' });
    const where = async () => {
      const { meeting_link, place } = await single(id);
      return [meeting_link, place];
    };
    expect(await where()).toEqual(['', 'తిరుమల హాల్']);
    const edit = (more: object) => call('events.edit_event', input({ event_id: id, ...more }), { as: own });
    await edit({});
    expect(await where()).toEqual(['https://meet.test/a', 'తిరుమల హాల్']);
    await edit({ place: '' });
    expect(await where()).toEqual(['https://meet.test/a', '']);
    for (const place of ['x'.repeat(201), 'two\nlines']) expect((await edit({ place })).status).toBe(400);
  });

  test('refusals of an edit that depend on the event itself are a 200 whose body says 400', async () => {
    const id = await added();
    const { status, body } = await call('events.edit_event', input({ event_id: id, event_date: yesterday }), {
      as: own,
    });
    expect([status, body]).toEqual([
      200,
      { status: 400, code: 'event_date_missing', message: 'event date is required' },
    ]);
  });

  test('today may still be chosen, at any hour', async () => {
    const today = dayFromToday(0);
    await added({
      event_date: today,
      start_time: inKolkata(today, '00:00'),
      end_time: inKolkata(today, '00:05'),
    });
  });

  test('an early hour in Kolkata belongs to the day before in UTC', async () => {
    const id = await added({
      start_time: inKolkata(tomorrow, '03:00'),
      end_time: inKolkata(tomorrow, '04:00'),
    });
    const [row] = await many<{ in_utc: string }>(db)`
      select (starts_at at time zone 'UTC')::date::text as in_utc from events where id = ${id}
    `;
    expect(row?.in_utc).toBe(dayFromToday(0));
    expect(await single(id)).toMatchObject({
      event_date: tomorrow,
      start_time: inKolkata(tomorrow, '03:00'),
    });
  });

  test('a date in the past may stay, and may not be chosen', async () => {
    const id = await added();
    await run(db)`
      update events
      set event_date = ${yesterday}, starts_at = ${inKolkata(yesterday, '18:00')}, ends_at = ${inKolkata(yesterday, '19:00')}
    `;
    const held = input({
      event_id: id,
      event_name: 'Recorded',
      event_date: yesterday,
      start_time: inKolkata(yesterday, '18:00'),
      end_time: inKolkata(yesterday, '19:30'),
    });
    expect((await call('events.edit_event', held, { as: own })).body).toEqual({
      status: 200,
      code: 'event_edited',
      message: 'Event updated',
    });
    expect(await single(id)).toMatchObject({
      event_name: 'Recorded',
      end_time: inKolkata(yesterday, '19:30'),
    });
    const earlier = dayFromToday(-2);
    const moved = {
      ...held,
      event_date: earlier,
      start_time: inKolkata(earlier, '18:00'),
      end_time: inKolkata(earlier, '19:00'),
    };
    expect((await call('events.edit_event', moved, { as: own })).body).toEqual({
      status: 400,
      code: 'event_date_missing',
      message: 'event date is required',
    });
  });

  test('images are the portal’s own', async () => {
    for (const wrong of [
      { image_url: 'https://elsewhere.test/a.png' },
      { image_url: `/files/${'a'.repeat(43)}.png` },
      { speakers: [{ speaker_name: 'A', speaker_image: `/files/${'a'.repeat(43)}.png`, state: 'ADD' }] },
    ]) {
      expect((await call('events.add_event', input(wrong), { as: own })).status).toBe(400);
    }
    expect(await stored()).toEqual([]);
  });

  test('an image of the right kind that the person uploaded is accepted', async () => {
    const upload = async (letter: string, kind: string, by: number) => {
      const key = `${letter.repeat(43)}.png`;
      await run(db)`
        insert into files (kind, key, name, content_type, size, uploaded_by, finished_at)
        values (${kind}, ${key}, 'a.png', 'image/png', 10, ${by}, now())
      `;
      return `/files/${key}`;
    };
    const image_url = await upload('e', 'event_image', school.staff.own);
    const speaker_image = await upload('s', 'speaker_image', school.staff.own);
    const foreign = await upload('f', 'event_image', school.staff.other);
    const speakers = [{ speaker_name: 'A', speaker_image, state: 'ADD' }];
    const id = await added({ image_url, speakers });
    expect(await single(id)).toMatchObject({ image_url, speakers: [{ speaker_image }] });
    for (const wrong of [foreign, speaker_image]) {
      expect((await call('events.add_event', input({ image_url: wrong }), { as: own })).status).toBe(400);
    }
    // The admin has not uploaded it, but the event has it already.
    const kept = input({ event_id: id, image_url });
    expect((await call('events.edit_event', kept, { as: admin })).body.status).toBe(200);
  });
});

describe('adding', () => {
  test('begins as pending and closed, cleaned, with the built-in pictures, on top of the list', async () => {
    await added({ event_name: 'First' }, admin);
    const { body } = await call(
      'events.add_event',
      input({
        course_name: 'A name that is not true',
        description: '<p onclick="x()">Come <script>alert(1)</script><b>all</b></p>',
        image_url: '',
        created_by: school.staff.own,
        speakers: [
          { speaker_name: 'Asha', speaker_image: '', state: 'ADD' },
          { id: '', speaker_name: 'Bala', state: 'ADD' },
        ],
      }),
      { as: own },
    );
    expect(body.result.map((row: { event_name: string }) => row.event_name)).toEqual(['Satsang', 'First']);
    const [row] = body.result;
    expect(row).toMatchObject({
      course_name: 'Gita',
      description: '<p>Come <strong>all</strong></p>',
      meeting_link: 'https://meet.test/a',
      event_date: tomorrow,
      start_time: inKolkata(tomorrow, '18:30'),
      end_time: inKolkata(tomorrow, '20:00'),
      image_url: defaultEventImage,
      created_by: school.staff.own,
      live_status: 'pending',
      status: 'pending',
      registration_status: 'inactive',
      can: { edit: true, publish: true, cancel: false, registrations: true, add_student: true, delete: true },
    });
    expect(row).not.toHaveProperty('mails');
    expect((await single(row.event_id)).speakers).toMatchObject([
      { speaker_name: 'Asha', speaker_image: defaultSpeakerImage },
      { speaker_name: 'Bala', speaker_image: defaultSpeakerImage },
    ]);
  });

  test('an admin sees all events, a course admin those of their own courses', async () => {
    await added({ event_name: 'Ours' });
    await added({ event_name: 'Theirs', course_id: school.veda.id }, other);
    expect(await namesFor(admin)).toEqual(['Theirs', 'Ours']);
    expect(await namesFor(own)).toEqual(['Ours']);
    expect(await namesFor(other)).toEqual(['Theirs']);
  });
});

describe('speakers', () => {
  const withSpeakers = () =>
    added({
      speakers: ['Asha', 'Bala', 'Chitra'].map((speaker_name) => ({ speaker_name, state: 'ADD' })),
    });
  const namesOf = async (id: number) =>
    (await single(id)).speakers.map(({ speaker_name: name }: { speaker_name: string }) => name);

  test('are added, edited and removed in one save; those not named stay', async () => {
    const id = await withSpeakers();
    const [asha, bala] = (await single(id)).speakers;
    const speakers = [
      { id: asha.id, speaker_name: 'Asha Rao', state: 'EDIT' },
      { id: bala.id, speaker_name: 'Bala', state: 'REMOVE' },
      { id: null, speaker_name: 'Deepa', state: 'ADD' },
    ];
    await call('events.edit_event', input({ event_id: id, speakers }), { as: own });
    expect(await namesOf(id)).toEqual(['Asha Rao', 'Chitra', 'Deepa']);
    await call('events.edit_event', input({ event_id: id }), { as: own });
    expect(await namesOf(id)).toEqual(['Asha Rao', 'Chitra', 'Deepa']);
  });

  test('are reached through their own event only', async () => {
    const id = await withSpeakers();
    const theirs = await added(
      {
        course_id: school.veda.id,
        speakers: [{ speaker_name: 'Far', state: 'ADD' }],
      },
      other,
    );
    const [far] = (await single(theirs, other)).speakers;
    for (const state of ['EDIT', 'REMOVE'] as const) {
      for (const speakerId of [far.id, 999_999, null]) {
        const speakers = [{ id: speakerId, speaker_name: 'Mine now', state }];
        const edit = await call('events.edit_event', input({ event_id: id, speakers }), { as: own });
        expect(edit.status).toBe(404);
        expect((await call('events.add_event', input({ speakers }), { as: own })).status).toBe(404);
      }
    }
    expect(await namesOf(id)).toEqual(['Asha', 'Bala', 'Chitra']);
    expect((await single(theirs, other)).speakers).toEqual([far]);
    expect(await stored()).toHaveLength(2);
  });
});

describe('editing', () => {
  test('changes everything but author and state, and may move it among own courses', async () => {
    const id = await added({}, admin);
    const day = dayFromToday(3);
    const change = input({
      event_id: id,
      course_id: school.draft.id,
      event_name: 'Reading',
      description: '<p>New<img src=x onerror=alert(1)></p>',
      meeting_link: 'https://meet.test/b',
      event_date: day,
      start_time: inKolkata(day, '06:00'),
      end_time: inKolkata(day, '07:15'),
    });
    expect((await call('events.edit_event', change, { as: own })).body.status).toBe(200);
    expect(await single(id)).toMatchObject({
      event_name: 'Reading',
      course_id: school.draft.id,
      course_name: 'Upanishads',
      description: '<p>New</p>',
      meeting_link: 'https://meet.test/b',
      event_date: day,
      start_time: inKolkata(day, '06:00'),
      end_time: inKolkata(day, '07:15'),
      created_by: school.staff.admin,
      live_status: 'pending',
      registration_status: 'inactive',
    });
  });

  test('of many at once each is whole', async () => {
    const id = await added();
    const versions = ['One', 'Two', 'Three', 'Four'].map((name) => ({
      event_name: name,
      speakers: [{ speaker_name: name, state: 'ADD' }],
    }));
    const answers = await Promise.all(
      versions.map((version) => call('events.edit_event', input({ event_id: id, ...version }), { as: own })),
    );
    expect(answers.map(({ body }) => body.status)).toEqual([200, 200, 200, 200]);
    const { speakers } = await single(id);
    expect(speakers).toHaveLength(4);
    const places = await many<{ position: number }>(db)`
      select position from event_speakers where event_id = ${id} order by 1
    `;
    expect(places.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
  });

  test('two that swap courses at the same time both end', async () => {
    const [first, second] = [await added(), await added({ course_id: school.draft.id })];
    const swaps = Array.from({ length: 6 }, (_, n) => [
      call(
        'events.edit_event',
        input({ event_id: first, course_id: n % 2 ? school.gita.id : school.draft.id }),
        { as: own },
      ),
      call(
        'events.edit_event',
        input({ event_id: second, course_id: n % 2 ? school.draft.id : school.gita.id }),
        { as: own },
      ),
    ]).flat();
    const statuses = (await Promise.all(swaps)).map(({ status }) => status);
    // A request whose course changed between two look-ups is refused. None waits in a circle.
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect(statuses).toContain(200);
  });
});
