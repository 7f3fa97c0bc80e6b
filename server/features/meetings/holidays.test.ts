import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { meetings } from '@gurukul/contract/meetings';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { refusal } from '#server/test/office.ts';
import { processorMs } from '@gurukul/contract/test/processor-time';
import { isReachable } from '#server/http/internet/internet.ts';
import { fetchCalendar } from './fetch-calendar.ts';

const { call } = await testApp();
const read = (input: object, as = 'admin') => call(meetings.read_holidays, input, { as });

const isoDay = (moment: number) => new Date(moment).toISOString().slice(0, 10);
const dayMs = 86_400_000;
const inDays = (days: number) => isoDay(Date.now() + days * dayMs);
const plain = (day: string) => day.replaceAll('-', '');
/** The next time that this day comes. */
const coming = (monthDay: string, years = 0) => {
  const year = Number(inDays(0).slice(0, 4)) + years;
  return `${`${year}-${monthDay}` < inDays(0) ? year + 1 : year}-${monthDay}`;
};

const entry = (...lines: string[]) => ['BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'];
const calendarOf = (...entries: string[][]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//EN', ...entries.flat(), 'END:VCALENDAR', ''].join('\r\n');
const wholeDay = (name: string, day: string, ...more: string[]) =>
  entry(`UID:${name}@x`, `DTSTART;VALUE=DATE:${plain(day)}`, `SUMMARY:${name}`, ...more);

describe('a calendar file', () => {
  it('gives its whole days; the end of several is the day after', async () => {
    const [diwali, pongal] = [inDays(40), inDays(60)];
    const { body } = await read({
      calendar: calendarOf(
        wholeDay('Pongal', pongal, `DTEND;VALUE=DATE:${plain(inDays(64))}`),
        wholeDay('दीपावली', diwali),
        wholeDay('Break', inDays(70), 'DURATION:P1W'),
        wholeDay('Long ago', '2020-01-01'),
        wholeDay('Much later', inDays(1000)),
      ),
    });
    expect(body.data).toEqual({
      days: [
        { from: diwali, to: diwali, name: 'दीपावली', doubt: '' },
        { from: pongal, to: inDays(63), name: 'Pongal', doubt: '' },
        { from: inDays(70), to: inDays(76), name: 'Break', doubt: '' },
      ],
      left_out: 0,
      unread: [],
      regions: [],
    });
  });

  it('repeats a day each year for two years, without those that it takes back or changes', async () => {
    const first = coming('01-26');
    const second = coming('01-26', 1) === first ? coming('01-26', 2) : coming('01-26', 1);
    const yearly = (more: string[] = []) =>
      wholeDay('Republic Day', '1950-01-26', 'RRULE:FREQ=YEARLY', ...more);
    const days = async (...entries: string[][]) =>
      (await read({ calendar: calendarOf(...entries) })).body.data.days as object[];
    const one = (day: string, name = 'Republic Day') => ({ from: day, to: day, name, doubt: '' });
    expect(await days(yearly())).toEqual([one(first), one(second)]);
    expect(await days(yearly([`EXDATE;VALUE=DATE:${plain(first)}`]))).toEqual([one(second)]);
    const changed = [
      'UID:Republic Day@x',
      `RECURRENCE-ID;VALUE=DATE:${plain(first)}`,
      `DTSTART;VALUE=DATE:${first.slice(0, 4)}0127`,
      'SUMMARY:Moved',
    ];
    expect(await days(yearly(), entry(...changed))).toEqual([
      one(`${first.slice(0, 4)}-01-27`, 'Moved'),
      one(second),
    ]);
    expect(await days(wholeDay('Holi', '2001-03-10', 'RRULE:FREQ=YEARLY;UNTIL=20100310'))).toEqual([]);
    expect(await days(wholeDay('Off', inDays(9), 'STATUS:CANCELLED'))).toEqual([]);
    const thanksgiving = await days(
      wholeDay('Thanksgiving', '2001-11-22', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH'),
    );
    expect(thanksgiving.length).toBeGreaterThan(0);
    for (const { from } of thanksgiving as { from: string }[]) {
      expect([new Date(from).getUTCDay(), from.slice(5, 7)]).toEqual([4, '11']);
    }
  });

  it('names what cannot be read, doubts what is hardly a day off, and follows no rule for ever', async () => {
    let answer: Awaited<ReturnType<typeof read>> | undefined;
    const ms = await processorMs(async () => {
      answer = await read({
        calendar: calendarOf(
          wholeDay('Every Sunday', inDays(1), 'RRULE:FREQ=WEEKLY'),
          wholeDay('Every second', inDays(1), 'RRULE:FREQ=SECONDLY'),
          entry('UID:talk', `DTSTART:${plain(inDays(3))}T100000Z`, 'SUMMARY:Talk'),
          entry('UID:odd', 'DTSTART;VALUE=DATE:soon', 'SUMMARY:Odd'),
          ...Array.from({ length: 800 }, (_, place) =>
            entry(
              `UID:${place}`,
              'DTSTART;VALUE=DATE:00010101',
              'RRULE:FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=15;BYDAY=1MO',
              'SUMMARY:Never',
            ),
          ),
        ),
      });
    });
    expect(ms).toBeLessThan(8000);
    const { body } = answer!;
    const doubts = Map.groupBy(body.data.days as { name: string; doubt: string }[], ({ doubt }) => doubt);
    const namesOf = (doubt: string) => new Set(doubts.get(doubt)?.map(({ name }) => name));
    expect(namesOf('')).toEqual(new Set());
    expect(namesOf('often')).toEqual(new Set(['Every Sunday']));
    expect(namesOf('time')).toEqual(new Set(['Talk']));
    expect(body.data.left_out).toBeGreaterThanOrEqual(2);
    expect(body.data.unread.slice(0, 2)).toEqual(['Every second', 'Odd']);
  });

  it('gives names of one plain line, and at most five hundred days', async () => {
    const many = Array.from({ length: 510 }, (_, place) => wholeDay(`Day ${place}`, inDays(1 + place)));
    const { body } = await read({ calendar: calendarOf(...many) });
    expect(body.data.days).toHaveLength(500);
    const odd = await read({
      calendar: calendarOf(wholeDay(`A\\nB\u202e ${'x'.repeat(200)}`, inDays(1)), wholeDay(' ', inDays(1))),
    });
    expect(odd.body.data.days).toEqual([
      { from: inDays(1), to: inDays(1), name: `A B ${'x'.repeat(96)}`, doubt: '' },
    ]);
  });

  it.each([
    '',
    '<html><body>Sign in</body></html>',
    'BEGIN:VTODO\r\nEND:VTODO',
    'BEGIN:VCALENDAR\r\nrubbish',
    '{}',
  ])('that is none is refused: %j', async (calendar) => {
    const answer = await read({ calendar: calendar || ' ' });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'no_calendar' });
  });
});

describe('the holidays of a country', () => {
  const year = Number(inDays(0).slice(0, 4)) + 1;
  const named = async (country: string, region = '') =>
    (await read({ country, region, year })).body.data as {
      days: { from: string; name: string; doubt: string }[];
      regions: { region: string; name: string }[];
    };

  it.each([
    ['IN', 'Republic Day', '01-26', 'TG', 'Telangana Formation Day'],
    ['US', 'Veterans Day', '11-11', 'HI', 'Prince Jonah Kuhio Kalanianaole Day'],
    ['GB', 'Christmas Day', '12-25', 'SCT', "Saint Andrew's Day"],
    ['CA', 'Canada Day', '07-01', 'QC', "National Patriots' Day"],
    ['AU', 'Australia Day', '01-26', 'VIC', 'Melbourne Cup Day'],
  ])('%s has %s, and its regions have their own', async (country, name, day, region, own) => {
    const whole = await named(country);
    expect(whole.days).toContainEqual({ from: `${year}-${day}`, to: `${year}-${day}`, name, doubt: '' });
    expect(whole.days.map((one) => one.name)).not.toContain(own);
    expect(whole.regions.map((one) => one.region)).toContain(region);
    expect((await named(country, region)).days.map((one) => one.name)).toContain(own);
  });

  it('are none of the past, and none of a region that is not there', async () => {
    expect((await read({ country: 'IN', year: 2001 })).body.data.days).toEqual([]);
    expect(refusal(await read({ country: 'IN', region: 'HI', year }))).toMatchObject({ status: 404 });
  });

  it('are read of one source at a time', async () => {
    expect((await read({ country: 'IN', year }, 'courseadmin')).status).toBe(200);
    for (const input of [
      {},
      { country: 'IN' },
      { country: 'IN', year, calendar: 'x' },
      { country: 'FR', year },
    ]) {
      expect(refusal(await read(input))).toMatchObject({ status: 400 });
    }
  });
});

describe('an address', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gurukul-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...subject],
    { stdio: 'ignore' },
  );
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, readFileSync(cert, 'utf8')]);

  const seen: string[] = [];
  let answerWith = (_: IncomingMessage, response: ServerResponse): void => {
    response.end();
  };
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    answerWith(request, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const near = ['127.0.0.1'];
  afterEach(() => void (seen.length = 0));
  afterAll(() => {
    setDefaultCACertificates(trusted);
    server.closeAllConnections();
    server.close();
  });

  const few = await testApp({ limits: { calendarsPerHour: 2 } });
  const holi = calendarOf(wholeDay('Holi', inDays(30)));
  const give = (text: string) => (_: IncomingMessage, response: ServerResponse) => void response.end(text);
  const redirect = (location: string) => (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/end') response.end(holi);
    else response.writeHead(302, { location }).end();
  };
  const url = (path = '/', host = 'localhost') => `https://${host}:${port}${path}`;

  it('is fetched if the settings name its network, also behind a redirect', async () => {
    answerWith = give(holi);
    expect(await fetchCalendar(url('/a.ics'), near)).toBe(holi);
    expect(await fetchCalendar(url('/a.ics', '127.0.0.1'), ['127.0.0.0/8'])).toBe(holi);
    answerWith = redirect('/end');
    expect(await fetchCalendar(url(), near)).toBe(holi);
    expect(seen).toEqual(['GET /a.ics', 'GET /a.ics', 'GET /', 'GET /end']);
  });

  it('of this machine or a private network is never connected to, by name, number or redirect', async () => {
    answerWith = give(holi);
    for (const host of [
      'localhost',
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '[::ffff:127.0.0.1]',
      '[::1]',
    ]) {
      await expect(fetchCalendar(url('/', host), [])).rejects.toThrow();
      await expect(fetchCalendar(url('/', host), ['10.0.0.0/8'])).rejects.toThrow();
    }
    expect(seen).toEqual([]);
    for (const location of [
      'https://169.254.169.254/',
      'https://10.0.0.1/',
      'https://[::1]/',
      'http://localhost/',
    ]) {
      answerWith = redirect(location);
      await expect(fetchCalendar(url(), near)).rejects.toThrow(/internet|https/);
    }
    answerWith = redirect(url('/', 'me:secret@localhost'));
    await expect(fetchCalendar(url(), near)).rejects.toThrow(/internet|https/);
  });

  it('that leads on for ever, is too long or refuses has no calendar', async () => {
    answerWith = redirect('/again');
    await expect(fetchCalendar(url(), near)).rejects.toThrow('redirects');
    expect(seen).toHaveLength(4);
    answerWith = give('x'.repeat(900_001));
    await expect(fetchCalendar(url(), near)).rejects.toThrow('too large');
    answerWith = (_, response) => void response.writeHead(403).end(holi);
    await expect(fetchCalendar(url(), near)).rejects.toThrow('403');
  });

  it('is one of the internet', () => {
    const inside = `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 192.168.1.1 192.0.2.1 198.18.0.1
      224.0.0.1 255.255.255.255 :: ::1 ::ffff:10.0.0.1 ::7f00:1 64:ff9b::a00:1 2002:7f00:1:: 2001:db8::1 fc00::1 fe80::1
      fe80::1%eth0 fec0::1 ff02::1 2001::1`;
    for (const address of inside.split(/\s+/))
      expect([address, isReachable(address, [])]).toEqual([address, false]);
    for (const address of ['93.184.216.34', '8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8']) {
      expect([address, isReachable(address, [])]).toEqual([address, true]);
    }
    expect(isReachable('10.1.2.3', ['fd00::/8', '10.0.0.0/8'])).toBe(true);
    expect(isReachable('10.1.2.3', ['10.1.2.4'])).toBe(false);
    expect(isReachable('fd00::7', ['fd00::/8'])).toBe(true);
  });

  it('says the same about every failure, and is asked for sixty times an hour', async () => {
    const ask = (address: string) => few.call(meetings.read_holidays, { address }, { as: 'courseadmin' });
    for (const address of [url(), 'https://10.0.0.1/']) {
      expect(refusal(await ask(address))).toMatchObject({ status: 400, code: 'calendar_unreachable' });
    }
    expect(refusal(await ask(url()))).toMatchObject({ status: 429 });
    expect(seen).toEqual([]);
    for (const address of ['http://example.org/a.ics', 'file:///etc/passwd', 'https://a:b@example.org/']) {
      expect(refusal(await read({ address }))).toMatchObject({ status: 400, code: 'bad_input' });
    }
  });
});
