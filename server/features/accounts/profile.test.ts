import { messages } from '@gurukul/contract/shared/words/messages';
import { describe, expect, test } from 'vitest';
import { many, one, run } from '../../test/rows.ts';
import { testApp } from '../../test/app.ts';
import { office, refusal } from '../../test/office.ts';
import { foundSchool, own } from '../../test/small-school.ts';

const { db, call } = await testApp({ database: 'empty' });
const people = office(db);
const asha = await people.person('Asha', 'teacher');
const bala = await people.person('Balakrishna', 'teacher');
const email = 'asha@office.test';
const school = await foundSchool(db);

const profile = {
  first_name: 'Asha',
  last_name: 'Rao',
  gender: 'female',
  phone_number: '9876543210',
  description: '<p>Teaches the <strong>Gita</strong>.</p>',
  city: 'Pune',
  state: 'Maharashtra',
  region: 'India',
  dob: '1984-03-01',
  address: '1 Temple Road',
  pincode: '411001',
  image: '',
};
const save = (more: object = {}, as = email) =>
  call('accounts.update_profile', { ...profile, ...more }, { as });
const saved = async () =>
  (await call('accounts.get_user_details', { uid: asha }, { as: email })).body.data[0];
const upload = async (key: string, kind: string, by: number) => {
  await run(db)`
    insert into files (kind, key, name, content_type, size, uploaded_by, finished_at)
    values (${kind}, ${key}, 'me.png', 'image/png', 10, ${by}, now())
  `;
  return `/files/${key}`;
};

describe('a person’s own profile', () => {
  test('takes no text that keeps the server busy', async () => {
    const { status, body } = await save({ description: '<b>'.repeat(33_000) });
    expect([status, body.problems]).toEqual([400, { description: messages.too_formatted }]);
  });

  test.each([
    ['first_name', ['', 'R2D2', 'Asha@home', 'x'.repeat(61), null]],
    ['last_name', ['', 'Rao!', '<b>']],
    ['gender', ['', 'unknown', 'Female']],
    ['phone_number', ['', '5876543210', '98765', '98765432101', 'none']],
    ['description', ['', ' ', '<p><br></p>', '<p>&nbsp;</p>', '<script>alert(1)</script>']],
    ['city', ['', '  ', 'a\nb', 'x'.repeat(101)]],
    ['state', ['', ' ']],
    ['region', ['', 'Others', 'india']],
    ['dob', ['', '1970-01-01', '2026-02-30', '01-03-1984', '2999-01-01', '1850-01-01']],
    ['address', ['', 'x'.repeat(301)]],
    ['pincode', ['', ' ']],
    ['image', ['https://elsewhere.example/me.png', '/files/unknown.png', 'javascript:alert(1)', 7]],
  ])('%s refuses %j', async (field, values) => {
    const before = await saved();
    for (const value of values as unknown[]) {
      expect([value, (await save({ [field]: value })).status]).toEqual([value, 400]);
    }
    expect(await saved()).toEqual(before);
  });

  test.each(Object.keys(profile).filter((field) => field !== 'image'))('needs %s', async (field) => {
    expect((await save({ [field]: undefined })).status).toBe(400);
  });

  test('is read back as it was saved', async () => {
    await save();
    expect(await saved()).toMatchObject({ ...profile, fullname: 'Asha Rao', email_id: email, user_id: asha });
  });

  test('has a name that can be written in one line', async () => {
    const told = await call('accounts.save_own_name', { name: ' Geetha  Rao Bhat ' }, { as: email });
    expect(told.status).toBe(200);
    expect(await saved()).toMatchObject({ first_name: 'Geetha', last_name: 'Rao Bhat' });
    expect((await call('accounts.save_own_name', { name: 'R2D2' }, { as: email })).status).toBe(400);
  });

  test('keeps address, roles and all other fields that are not in the form', async () => {
    await save({
      email_id: 'other@office.test',
      mainrole: 'admin',
      main_role: 'admin',
      as_role: 'admin',
      password_hash: 'x',
      status: 'x',
      created_at: '2020-01-01',
    });
    const row = await one(db)`select email_id, main_role, as_role from people where id = ${asha}`;
    expect(row).toEqual({ email_id: email, main_role: 'teacher', as_role: null });
  });

  test('stores harmless HTML only', async () => {
    await save({ description: '<p onclick="x()">Hello<img src=x onerror=alert(1)><script>1</script></p>' });
    expect((await saved()).description).toBe('<p>Hello</p>');
  });

  test('takes the person’s own image, keeps it when none is sent, and drops it on request', async () => {
    const stored = async () =>
      (await one<{ image: string }>(db)`select image from people where id = ${asha}`).image;
    const own = await upload(`${'a'.repeat(43)}.webp`, 'profile_image', asha);
    const foreign = await upload(`${'b'.repeat(43)}.webp`, 'profile_image', bala);
    const course = await upload(`${'c'.repeat(43)}.webp`, 'course_image', asha);
    expect((await save({ image: foreign })).status).toBe(400);
    expect((await save({ image: course })).status).toBe(400);
    expect((await save({ image: own })).status).toBe(200);
    for (const image of [undefined, null, '']) {
      expect((await save({ image: own })).status).toBe(200);
      expect(await stored()).toBe(own);
      // The form sends back what it was given, a link with a signature. The location is stored without it.
      const { image: link, version } = await saved();
      expect(link).toMatch(
        new RegExp(String.raw`^${own.replace('.', String.raw`\.`)}\?day=\d+&signature=[\w-]{43}$`),
      );
      expect((await save({ image: link, version })).status).toBe(200);
      expect(await stored()).toBe(own);
      expect((await saved()).version).toBe(version);
      expect((await save({ image })).status).toBe(200);
      expect((await saved()).image).toBe('');
    }
  });
});

describe('the language of a student', () => {
  const setLanguage = (user_id: unknown, user_id1: unknown, as = own, preference_value = 'Telugu') =>
    call(
      'accounts.update_user_preference_admin',
      { user_id, user_id1, preference_name: 'Language', preference_value, flag: 1 },
      { as },
    );
  const languageOf = async (id: number) =>
    (await one<{ language: string | null }>(db)`select language from people where id = ${id}`).language;
  const { anu, bala: otherStudent, esha, free, gone } = school.students;
  const staff = school.staff.own;

  test('is one of ISO 639, by its English name', async () => {
    for (const language of ['', 'Klingon', 'telugu', 'te']) {
      expect((await setLanguage(anu, staff, own, language)).status).toBe(400);
    }
    expect(await languageOf(anu)).toBeNull();
  });

  test('of a student out of reach, deleted or missing is refused like that of nobody', async () => {
    const missing = refusal(await setLanguage(99_999_999, staff));
    expect(missing).toMatchObject({ status: 404 });
    for (const id of [esha, free, gone, school.staff.teach, staff]) {
      expect(refusal(await setLanguage(id, staff))).toEqual(missing);
    }
  });

  test('with two ids of others is refused and remembered', async () => {
    expect((await setLanguage(anu, otherStudent)).status).toBe(403);
    const denied = await many(db)`
      select id from audit_entries
      where action = 'denied' and person_id = ${staff} and call = 'accounts.update_user_preference_admin'
    `;
    expect(denied).toHaveLength(1);
  });

  test.each([
    ['first', () => [anu, staff], 'Telugu'],
    ['second', () => [staff, anu], 'Sanskrit'],
    ['only', () => [anu, undefined], 'English'],
  ] as const)('is set where the student is the %s id', async (_, ids, language) => {
    const [first, second] = ids();
    const { body } = await setLanguage(first, second, own, language);
    expect(body).toEqual({ status: 200, message: 'success' });
    expect(await languageOf(anu)).toBe(language);
  });

  test('is set by an admin for any student', async () => {
    expect((await setLanguage(esha, school.staff.admin, 'admin@office.test')).status).toBe(200);
    expect(await languageOf(esha)).toBe('Telugu');
  });
});
