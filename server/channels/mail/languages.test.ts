import { mailKinds } from '@gurukul/contract/mails';
import { defaultSettings } from '@gurukul/contract/provider';
import type { PortalLanguage } from '@gurukul/contract/provider';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../../db/pool.ts';
import { run } from '../../test/rows.ts';
import { cloneDatabase } from '../../test/db.ts';
import { compose } from './compose.ts';
import { shortSpanIn, spanIn, timeIn } from './templates/event-times.ts';
import { asHtml, asText } from './templates/layout.ts';
import { escapeHtml } from '../../html.ts';
import { samples } from './templates/samples.ts';
import type { Mail } from './templates.ts';
import { factsOf, writeMail } from './templates.ts';
import { layOut } from './message.ts';
import { readerLanguage } from './reader-language.ts';

const write = (kind: Mail['kind'], data: object, language: PortalLanguage) =>
  writeMail(kind, data, {
    appUrl: 'https://portal.example.org',
    at: new Date('2026-11-21T02:30:00Z'),
    language,
    provider: defaultSettings,
    myPage: 'https://portal.example.org/me/an-invented-address',
  });

const border = (language: 'te' | 'hi') =>
  ({ te: 'ఇంగ్లీష్‌లో · In English', hi: 'अंग्रेज़ी में · In English' })[language];

test.each(['en', 'te', 'hi'] as const)(
  'every clock in %s runs from 00 to 23, on My page as in mails',
  (language) => {
    const times = [language, 'Asia/Kolkata', '2026-11-30T12:20:00Z', '2026-11-30T13:20:00Z'] as const;
    for (const span of [spanIn, shortSpanIn, timeIn])
      expect(span(...times).match(/\d+:\d+/g)).toEqual(['17:50', '18:50']);
  },
);

describe.each(['te', 'hi'] as const)('a mail in %s', (language) => {
  const script = language === 'te' ? /\p{Script=Telugu}/u : /\p{Script=Devanagari}/u;

  test.each(mailKinds.filter((kind) => kind !== 'message'))(
    '%s has the English mail below, whole and as it is alone',
    (kind) => {
      const mail = write(kind, samples[kind], language);
      const english = write(kind, samples[kind], 'en');
      expect(mail.subject).not.toBe(english.subject);
      expect(mail.subject).toMatch(script);
      expect(english.english).toBeUndefined();
      const [own, below = ''] = asText(mail)
        .split('\n-- \n')[0]!
        .split(`${border(language)}\n\n`);
      expect(own).toMatch(script);
      // Also what people wrote: a reader of one half has every fact.
      expect(below).toBe(asText(english).split('\n-- \n')[0]!);
      for (const part of english.parts)
        if (part.kind === 'rich' || part.kind === 'quote')
          expect(asHtml(mail).split(part.kind === 'rich' ? part.html : escapeHtml(part.text))).toHaveLength(
            3,
          );
      const links = (text: string) => text.match(/https?:\/\/\S+/g) ?? [];
      expect(links(own!)).toEqual(links(below));
      expect(mail.calendarEntries).toEqual(english.calendarEntries);
      const html = asHtml(mail);
      expect(html).toContain(`<html lang="${language}" dir="ltr">`);
      expect(html.split('<div lang="en">')).toHaveLength(2);
    },
  );

  test('says the code in its subject and both parts', () => {
    const mail = write('my_page_code', { language: 'en', code: '482913' }, language);
    expect(mail.subject).toContain('482913');
    expect(asText(mail).match(/^ +482913$/gm)).toHaveLength(2);
  });

  test('that somebody wrote is never doubled', () => {
    const mail = write('message', { ...samples.message, language }, 'en');
    expect(asText(mail)).not.toContain('In English');
    expect(mail.footer).toMatch(script);
  });
});

test('a Telugu day has no comma between its parts, in a mail of each kind', () => {
  const texts = mailKinds.map((kind) => asText(write(kind, samples[kind], 'te')));
  expect(texts.join('\n')).toMatch(/28 నవంబర్ 2026, శనివారం/);
  expect(texts.join('\n')).not.toMatch(/\d, \p{Script=Telugu}[\p{L}\p{M}]* \d{4}|[\p{L}\p{M}], \d{4}/u);
});

describe('a name from right to left', () => {
  const arabic = 'أحمد بن سعيد';
  const hebrew = 'שיעור ערב 5';
  const [begin, end] = ['\u2068', '\u2069'];

  test.each(['en', 'te', 'hi'] as const)('turns nothing in an event mail in %s', (language) => {
    const event = { ...samples.event_published, fullname: arabic, event_name: hebrew, course_name: arabic };
    const { subject, text, html } = layOut(write('event_published', event, language));
    expect(subject).toContain(`${begin}${hebrew}${end}`);
    // Each is isolated wherever it stands, and nothing else is.
    for (const name of [arabic, hebrew]) {
      expect(text.split(name).length).toBeGreaterThan(1);
      expect(text.split(name)).toEqual(
        text
          .split(`${begin}${name}${end}`)
          .flatMap((part, n, all) => [`${n === 0 ? '' : end}${part}${n === all.length - 1 ? '' : begin}`]),
      );
      const body = html.slice(html.indexOf('<body'));
      expect(body.split(name).length).toBe(body.split(`<bdi>${name}</bdi>`).length);
    }
    // A line with a time has no letter from right to left.
    const times = text.split('\n').filter((line) => /\d\d:\d\d/.test(line));
    expect(times.length).toBeGreaterThan(0);
    for (const line of times) expect(line).not.toMatch(/[\u0590-\u08FF\u2068\u2069]/);
    expect(html.slice(html.indexOf('<body'))).not.toMatch(/[\u2068\u2069]/);
  });

  test('stands in a class of a changed meeting beside its course, each for itself', () => {
    const [meeting] = samples.meeting_change.meetings;
    const data = {
      ...samples.meeting_change,
      meetings: [{ ...meeting!, class_name: hebrew, course_name: arabic, teacher_name: arabic }],
    };
    const { subject, text, html } = layOut(write('meeting_change', data, 'te'));
    expect(subject).toContain(`కొత్త సమయం: ${begin}${hebrew}${end}, `);
    expect(text).toContain(`క్లాస్: ${begin}${hebrew}${end} · ${begin}${arabic}${end}\n`);
    expect(text).toContain(`Teacher: ${begin}${arabic}${end}\n`);
    expect(html).toContain(`<bdi>${hebrew}</bdi> · <bdi>${arabic}</bdi>`);
  });

  test('cannot end the isolation around it', () => {
    const { subject, text } = layOut(
      write('invite', { ...samples.invite, invitedBy: `${arabic}${end}\u202E${begin}` }, 'hi'),
    );
    expect(text).toContain(`${begin}${arabic}${end} ने आपको`);
    expect(`${subject}${text}`).not.toContain('\u202E');
  });

  test('is isolated in what somebody writes, and Latin names need nothing', () => {
    const person = { ...samples.message.people[0]!, name: arabic };
    const { subject, text } = layOut(
      write('message', { ...samples.message, subject: 'For {name} at 18:30', people: [person] }, 'en'),
    );
    expect(subject).toBe(`For ${begin}${arabic}${end} at 18:30`);
    expect(text).toContain(`Namaste ${begin}${arabic}${end},`);
    expect(layOut(write('event_published', samples.event_published, 'te')).text).not.toMatch(
      /[\u2066-\u2069]/,
    );
  });
});

describe('the language of a reader', () => {
  let db: Db;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    const database = await cloneDatabase('empty');
    db = database.pool;
    const people = [
      ['asha', 'student', 'asha@families.test', 'Telugu'],
      ['sita', 'student', 'sita@families.test', 'Sanskrit'],
      ['hari', 'student', 'hari@families.test', 'Hindi'],
      ['ravi', 'student', '', 'Telugu'],
      ['lata', 'student', 'family@families.test', 'English'],
      ['amma', 'guardian', 'family@families.test', 'Telugu'],
      ['nana', 'guardian', 'nana@families.test', null],
      ['kept', 'guardian', 'kept@families.test', null],
      ['meera', 'teacher', 'meera@office.test', null],
    ] as const;
    for (const [name, role, email, language] of people) {
      const { rows } = await database.pool.query(
        `insert into people (email_id, main_role, first_name, language) values ($1, $2, $3, $4) returning id`,
        [email, role, name, language],
      );
      ids[name] = Number(rows[0].id);
    }
    const families = [
      ['lata', 'amma', true],
      ['ravi', 'nana', true],
      ['ravi', 'kept', false],
    ] as const;
    for (const [student, guardian, may_see] of families) {
      await run(db)`
        insert into guardians (student_id, guardian_id, may_see) values (${ids[student]}, ${ids[guardian]}, ${may_see})
      `;
    }
    await run(db)`
      insert into contacts (person_id, kind, value) values (${ids['asha']}, 'email', 'Second@Families.test')
    `;
    return database.drop;
  });

  const languageFor = (recipient: string, name: string | null = null) =>
    readerLanguage(db, { recipient, person_id: name === null ? null : (ids[name] ?? null) });

  test.each([
    ['is their own', 'asha@families.test', 'asha', 'te'],
    ['is found by any of their addresses, in any case', 'SECOND@families.test', null, 'te'],
    ['is English where it is Sanskrit', 'sita@families.test', 'sita', 'en'],
    ['is Hindi where they speak Hindi', 'hari@families.test', 'hari', 'hi'],
    ['is the guardian’s in a mailbox that a child has too', 'family@families.test', 'lata', 'te'],
    ['is the child’s where the guardian’s is not known', 'nana@families.test', 'ravi', 'te'],
    ['is the child’s too in a mail about the guardian', 'nana@families.test', 'nana', 'te'],
    ['is nothing of a child whom the guardian may not see', 'kept@families.test', 'kept', 'en'],
    ['is English for a colleague who said none', 'meera@office.test', 'meera', 'en'],
    ['is English for somebody unknown', 'nobody@families.test', null, 'en'],
    ['is the person’s in a mailbox that is not theirs any more', 'old@families.test', 'asha', 'te'],
  ] as const)('%s', async (_, recipient, name, language) => {
    expect(await languageFor(recipient, name)).toBe(language);
  });

  const mailTo = async (recipient: string, kind: Mail['kind'], data: object = samples[kind]) => {
    const config = { appUrl: 'https://portal.example.org', secretKey: 'a key of thirty-two bytes or more' };
    const letter = { kind, data, recipient, person_id: null };
    return (await compose(db, letter, { config, at: new Date(), provider: defaultSettings })).mail;
  };

  test.each(mailKinds.filter((kind) => kind !== 'message'))(
    'is that of a mail of the kind %s',
    async (kind) => {
      expect((await mailTo('asha@families.test', kind)).language).toBe('te');
      expect((await mailTo('hari@families.test', kind)).language).toBe('hi');
    },
  );

  test('is that of the page that asks for a code where it is not known', async () => {
    const codeTo = async (recipient: string, language: PortalLanguage) =>
      (await mailTo(recipient, 'my_page_code', { language, code: '482913' })).language;
    expect(await codeTo('nobody@families.test', 'hi')).toBe('hi');
    expect(await codeTo('nobody@families.test', 'ta')).toBe('en');
    expect(await codeTo('asha@families.test', 'hi')).toBe('te');
  });

  test('is the one chosen on My page before any other, and English where it is not offered', async () => {
    await run(db)`
      insert into personal_pages (mailbox, nonce, hash, language) values ('asha@families.test', 'n', '\\x00', 'hi')
      on conflict on constraint personal_pages_mailbox_unique do update set language = excluded.language
    `;
    expect(await languageFor('Asha@families.test', 'asha')).toBe('hi');
    await run(db)`update provider set languages = '{en,te}'`;
    expect(await languageFor('asha@families.test', 'asha')).toBe('en');
    expect(await languageFor('nana@families.test', 'ravi')).toBe('te');
  });

  test('is English where they chose a draft', async () => {
    await run(db)`update provider set languages = '{en,te,ta}'`;
    await run(db)`
      insert into personal_pages (mailbox, nonce, hash, language) values ('sita@families.test', 's', '\x01', 'ta')
    `;
    expect(await languageFor('sita@families.test', 'sita')).toBe('en');
  });
});

describe.each(['en', 'te', 'hi'] as const)('a mail in %s that only leads to a page', (language) => {
  test('names the kind of what waits there, in its subject and its first line, for each kind that may', () => {
    const inPlaceOf = (about?: Mail['kind']) =>
      write('my_page_link', { hasNews: true, ...(about === undefined ? {} : { about }) }, language);
    const kinds = mailKinds.filter((kind) => factsOf(kind, samples[kind]) !== null);
    expect(kinds.length).toBeGreaterThan(2);
    const some = [inPlaceOf(), ...kinds.map(inPlaceOf)];
    const firstLine = ({ preview }: (typeof some)[number]) => preview;
    for (const said of [some.map(({ subject }) => subject), some.map(firstLine)])
      expect(new Set(said).size).toBe(kinds.length + 1);
  });
});
