import { calls } from '@gurukul/contract/index';
import { expect, test } from 'vitest';
import { addressOf, testApp } from '../test/app.ts';
import { samples } from '../test/call-samples.ts';
import { planter } from '../test/planted-school.ts';

const { app, db } = await testApp({ database: 'empty' });
const plant = planter(db);

const isPicture = (key: string) => /(^|_)image(_url)?$/.test(key);

/** The input with every picture replaced; without it when `picture` is undefined. */
const withPictures = (input: unknown, picture: unknown): string =>
  JSON.stringify(input, (key, value: unknown) => (isPicture(key) ? picture : value));

const given = { word: 'word', role: 'admin', extra: '' } as const;
const school = await plant.school();
const taking = calls().filter(({ name, call }) => {
  if (call.changes !== true || call.who === 'anyone' || call.who === 'key') return false;
  const input = samples[name].input(school.own, { ...given, me: school.ids.admin });
  return withPictures(input, 'x') !== withPictures(input, 'y');
});

test('these calls take a picture', () => {
  expect(taking.map(({ name }) => name).toSorted()).toEqual([
    'accounts.update_profile',
    'courses.add_course',
    'courses.edit_course_by_admin',
    'courses.edit_course_by_courseadmin',
    'events.add_event',
    'events.edit_event',
  ]);
});

test.each(taking)(
  '$name takes null, nothing and an absent key for the usual picture',
  async ({ name, call }) => {
    for (const picture of [null, '', undefined]) {
      const own = await plant.school();
      const input = samples[name].input({ ...own.own, self: own.ids.admin }, { ...given, me: own.ids.admin });
      const response = await app.inject({
        method: call.method,
        url: addressOf(call, input),
        headers: { authorization: `Bearer ${own.tokens.admin}`, 'content-type': 'application/json' },
        payload: withPictures(input, picture),
      });
      const body: { status: number; message: string } = response.json();
      expect([picture, response.statusCode, body.status, response.body]).toEqual([
        picture,
        200,
        200,
        expect.any(String),
      ]);
    }
    const { rows } = await db.query(`
    select course_image as picture from courses union select image_url from events
    union select speaker_image from event_speakers union select image from people union select glimpse_image from glimpses
  `);
    for (const { picture } of rows) expect(picture).toMatch(/^(\/defaults\/\w+\.svg)?$/);
  },
);
