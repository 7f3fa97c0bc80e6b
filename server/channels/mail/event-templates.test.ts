import type { EventMailKind, MailKind } from '@gurukul/contract/mails';
import { eventMailKinds } from '@gurukul/contract/mails';
import { defaultSettings } from '@gurukul/contract/provider';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { readMail } from '../../test/read-mail.ts';
import nodemailer from 'nodemailer';
import { eventMail, writeMail } from './templates.ts';
import type { EventMailData } from './templates/event.ts';
import { asHtml, asText } from './templates/layout.ts';
import { samples } from './templates/samples.ts';
import { zoneOf } from './templates/event-times.ts';
import { composeMessage, messageIdOf } from './message.ts';

const appUrl = 'https://portal.example.org';
const at = new Date('2026-11-21T02:30:00Z');
const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** The mail as a mailbox gets it. */
async function received(kind: MailKind, data: object) {
  const content = writeMail(kind, data, { appUrl, at, language: 'en', provider: defaultSettings });
  const { message } = await composer.sendMail(
    await composeMessage(content, {
      sender: 'office@portal.example.org',
      recipient: 'anu@office.test',
      messageId: messageIdOf('key', appUrl),
      date: at,
      host: 'portal.example.org',
    }),
  );
  return readMail((message as Buffer).toString('latin1'));
}

const event = (more: Partial<EventMailData> = {}): EventMailData => ({
  ...samples.event_published,
  ...more,
});
const textOf = (more: Partial<EventMailData>, kind: MailKind = 'event_published') =>
  asText(writeMail(kind, event(more), { appUrl, at, language: 'en', provider: defaultSettings }));

test('a mail has the logo of the provider in itself, and loads nothing from elsewhere', async () => {
  const provider = { ...defaultSettings, logo: '/files/logo.png' };
  const content = writeMail('event_published', event(), { appUrl, at, language: 'en', provider });
  const addressed = {
    sender: 'a@b.test',
    recipient: 'c@d.test',
    messageId: '<x@y>',
    date: at,
    host: 'b.test',
  };
  const png = Buffer.from('a picture');
  const readLogo = async () => ({ png, width: 160, height: 80 });
  const { html, attachments = [] } = await composeMessage(content, { ...addressed, readLogo });
  expect(html).toContain('<img src="cid:logo@portal" alt="" width="80" height="40"');
  expect(attachments.at(-1)).toMatchObject({ cid: 'logo@portal', content: png });
  expect((await composeMessage(content, addressed)).html).not.toContain('<img');
});

test.each([...eventMailKinds, 'event_reminder'] as const)(
  '%s of an event without a course has no line about one',
  (kind) => {
    const of = (course_name: string) => {
      const data = { ...samples[kind], course_name };
      const mail = writeMail(kind, data, { appUrl, at, language: 'en', provider: defaultSettings });
      const facts = mail.parts.flatMap((part) => (part.kind === 'facts' ? part.facts : []));
      return { ...mail, labels: facts.map(([label]) => label) };
    };
    const [without, ofGita] = [of(''), of('Gita')];
    expect(ofGita.labels).toContain('Course');
    expect(without.labels).toEqual(ofGita.labels.filter((label) => label !== 'Course'));
    expect(without.preview).toBe(ofGita.preview);
    for (const { summary } of without.calendarEntries ?? []) expect(summary).not.toContain('·');
    expect(asText(without)).not.toMatch(/ {2}(?:invites|has changed)|of {2}/);
  },
);

const nasty = [
  ['markup', '<img src=x onerror="alert(1)"><script>alert(2)</script>'],
  ['a header of its own', 'Talk\r\nBcc: everybody@office.test\r\n\r\n<b>body</b>'],
  ['turned writing', 'Talk \u202Egnp.exe\u2066\u2069'],
  ['ten thousand signs', 'W'.repeat(10_000)],
  ['a folded word', '=?utf-8?B?QmNjOiBh?= \u2028Bcc: x@y.test'],
  ['half a sign', 'Talk \uD83D and NUL \0'],
  ['nothing but controls', '\r\n\t\u0000'],
  ['lines of a calendar', 'Talk\nATTACH:https://evil.test\nEND:VEVENT'],
] as const;

describe.each(nasty)('an event named with %s', (_, name) => {
  const everywhere = {
    event_name: name,
    course_name: name,
    fullname: name,
    description: name,
    meeting_link: name,
    place: name,
  };

  test.each(eventMailKinds)('stays plain text in the mail %s', async (kind) => {
    const mail = await received(kind, event(everywhere));
    expect([...mail.headers.keys()].toSorted()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
      'x-auto-response-suppress',
    ]);
    expect(mail.to).toBe('anu@office.test');
    expect(mail.subject.length).toBeLessThan(130);
    expect(mail.html).not.toMatch(/<(img|script|iframe|b)\b|onerror="|href="(?!https?:)/i);
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/[\u202A-\u202E\u2066-\u2069\0]/);
    expect(mail.html.length).toBeLessThan(40_000);

    const [file] = mail.files;
    const calendar = new ICAL.Component(ICAL.parse(file?.content ?? ''));
    const entries = calendar.getAllSubcomponents('vevent');
    expect(entries).toHaveLength(1);
    expect(entries[0]?.getAllProperties('attach')).toEqual([]);
    expect(entries[0]?.getFirstPropertyValue('uid')).toBe('event-1@portal.example.org');
  });

  test('stays plain text in a question, and in the asker’s name', async () => {
    const mail = await received('enquiry', { ...samples.enquiry, name, query_type: name, message: name });
    expect(mail.headers.get('reply-to')).toMatch(/<?asha\.rao@example\.org>?$/);
    expect(mail.headers.has('bcc')).toBe(false);
    expect(mail.html).not.toMatch(/<(img|script|b)\b/);
  });
});

test.each(['a@b.test\r\nBcc: x@y.test', 'a@b.test, x@y.test', 'Asha <a@b.test>', 'nobody', ''])(
  'a question from %j has no address to reply to, and is readable all the same',
  async (email_id) => {
    const mail = await received('enquiry', { ...samples.enquiry, email_id });
    expect(mail.headers.has('reply-to')).toBe(false);
    expect(mail.headers.has('bcc')).toBe(false);
    expect(mail.text).toContain('> is there a course for beginners');
    expect(mail.text).toContain('Replies are not read.');
  },
);

test('a reply to a question goes to the asker', async () => {
  const mail = await received('enquiry', samples.enquiry);
  expect(mail.headers.get('reply-to')).toBe('Asha Rao <asha.rao@example.org>');
  expect(mail.headers.get('from')).toBe('Gurukul <office@portal.example.org>');
  expect(mail.subject).toBe('Question about Sanskrit courses from Asha Rao');
  expect(mail.text).toContain('Your reply goes to the person who asked.');
});

describe('times', () => {
  test.each([
    // Daylight saving ends on 1 November 2026 in New York, so the same evening in India is another hour there.
    ['2026-10-31T13:00:00Z', 'Saturday, 31 October 2026, 09:00 to 10:30 (New York, Eastern Daylight Time)'],
    ['2026-11-02T13:00:00Z', 'Monday, 2 November 2026, 08:00 to 09:30 (New York, Eastern Standard Time)'],
    // The repeated hour: start and end name their zone.
    [
      '2026-11-01T05:00:00Z',
      'Sunday, 1 November 2026, 01:00 (Eastern Daylight Time) to 01:30 (New York, Eastern Standard Time)',
    ],
    // Late in the evening it is another day there.
    [
      '2026-12-01T04:00:00Z',
      'Monday, 30 November 2026, 23:00 to Tuesday, 1 December 2026, 00:30 (New York, Eastern Standard Time)',
    ],
  ])('of %s are given on the student’s clock, beside the office’s', (starts_at, words) => {
    const ends_at = new Date(Date.parse(starts_at) + 90 * 60_000).toISOString();
    const text = textOf({ starts_at, ends_at });
    expect(text).toContain(`Your time: ${words}`);
    expect(text).toMatch(/India time: .+ \(Kolkata, India Standard Time\)/);
  });

  test('are given once to students on the office’s clock', () => {
    const text = textOf({ timezone: 'Asia/Kolkata' });
    expect(text).toContain('When: Tuesday, 15 January 2030, 18:30 to 20:00 (Kolkata, India Standard Time)');
    expect(text).not.toContain('Your time');
  });

  test.each([
    ['America/New_York', 'America/New_York'],
    ['', 'Asia/Kolkata'],
    ['Mars/Olympus', 'Asia/Kolkata'],
    ['EST5EDT\r\n', 'Asia/Kolkata'],
  ])('zone %j means %s', (timezone, zone) => {
    expect(zoneOf(timezone)).toBe(zone);
  });
});

describe('the calendar file', () => {
  const entryOf = async (kind: EventMailKind, more: Partial<EventMailData> = {}) => {
    const { files } = await received(kind, event(more));
    expect(files).toHaveLength(1);
    const calendar = new ICAL.Component(ICAL.parse(files[0]?.content ?? ''));
    const component = calendar.getFirstSubcomponent('vevent')!;
    return { file: files[0], calendar, component, entry: new ICAL.Event(component) };
  };

  test('leads to the place where there is no link, and the mail names it', async () => {
    const inHall = { meeting_link: '', place: 'Hall, 4 Car Street' };
    expect((await entryOf('event_published', inHall)).entry.location).toBe('Hall, 4 Car Street');
    expect(textOf(inHall)).toContain('Place: Hall, 4 Car Street');
    expect(textOf({})).not.toContain('Place:');
  });

  test('puts the event into a calendar', async () => {
    const { file, calendar, component, entry } = await entryOf('event_published');
    expect(file).toMatchObject({
      name: 'event.ics',
      type: expect.stringMatching(/^text\/calendar;.*method=PUBLISH/),
    });
    expect(file?.content.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
    expect(entry.uid).toBe('event-1@portal.example.org');
    expect(entry.sequence).toBe(1);
    expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED');
    expect(component.getFirstPropertyValue('organizer')).toBe('mailto:office@portal.example.org');
    expect(component.getAllProperties('attendee')).toEqual([]);
    expect(entry.startDate.toJSDate().toISOString()).toBe('2030-01-15T13:00:00.000Z');
    expect(entry.endDate.toJSDate().toISOString()).toBe('2030-01-15T14:30:00.000Z');
    expect(entry.summary).toBe('An evening with the Upanishads · Upanishads for beginners');
    expect(entry.location).toBe('https://meet.example.org/upanishads');
    expect(entry.description).toContain('- Bring your text');
  });

  test('of the canceling mail has the same entry, and wins', async () => {
    const published = await entryOf('event_published');
    const { calendar, component, entry } = await entryOf('event_canceled', { version: 2 });
    expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL');
    expect(component.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(entry.uid).toBe(published.entry.uid);
    expect(entry.sequence).toBeGreaterThan(published.entry.sequence);
  });

  test.each([
    ['event_published', 0],
    ['event_canceled', 1],
  ] as const)(
    'of a mail %s that was asked for before events counted wins as it did',
    async (kind, number) => {
      const { version: _, ...data } = samples.event_published;
      const [file] = (await received(kind, data)).files;
      expect(file?.content).toContain(`SEQUENCE:${number}\r\n`);
    },
  );
});

describe('a description', () => {
  test('has its harmless markup in one part and its text in the other', async () => {
    const description =
      '<h2>Topics</h2><p>One &amp; <em>two</em></p><ol><li>first</li><li><a href="https://read.test/">read</a></li></ol><img src="https://track.test/x.gif"><p style="position:fixed" onclick="x()">end</p>';
    const mail = await received('event_published', event({ description }));
    expect(mail.html).toContain('<p>One &amp; <em>two</em></p>');
    expect(mail.html).not.toMatch(/track\.test|position:fixed|onclick/);
    expect(mail.text).toContain('Topics\n\nOne & two\n\n- first\n- read (https://read.test/)\n\nend');
  });

  test('that is too long is included as its beginning', async () => {
    const description = `<p>${'Om &lt;shanti&gt; '.repeat(6_000)}</p>`;
    const data = eventMail('event_published', event({ description }), {
      ...event(),
      person_id: 1,
      email_id: 'a@b.test',
    }).data as EventMailData;
    expect(data.description.length).toBeLessThan(10_000);
    const mail = await received('event_published', data);
    expect(mail.text).toContain('Om <shanti> Om');
    expect(mail.html).toContain('Om &lt;shanti&gt; Om');
    expect(mail.html.length).toBeLessThan(30_000);
  });

  test('may be missing', () => {
    expect(
      asHtml(
        writeMail('event_published', event({ description: '' }), {
          appUrl,
          at,
          language: 'en',
          provider: defaultSettings,
        }),
      ),
    ).not.toContain('class="ink rich"');
  });
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'not a link', 'https://meet.test@evil.test/'])(
  'a meeting link such as %s is nothing to click on',
  async (meeting_link) => {
    const mail = await received('event_published', event({ meeting_link }));
    expect(mail.html).not.toContain('href="j');
    expect(mail.html).not.toContain('Join the event');
  },
);

test('an odd name of one student does not stop the other mails', () => {
  const mail = eventMail('event_published', event({ event_name: 'Two\nlines' }), {
    ...event(),
    person_id: 7,
    email_id: 'a@b.test',
    fullname: 'A\r\nB',
  });
  expect(mail).toMatchObject({ dedupeKey: 'event_published:1:7', event_id: 1, person_id: 7 });
  expect(JSON.stringify(mail.data)).not.toMatch(/\\r|Two\\n/);
});
