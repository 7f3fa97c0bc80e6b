import { describe, expect, it } from 'vitest';
import { readLines } from '#web/lib/files/sheet.ts';
import { plainMoment } from './moments.ts';
import { readReport, type MeetingTime, type ReportAnswers } from './report.ts';
import { minutesIn } from './stays.ts';

const meeting: MeetingTime = {
  starts: Date.parse('2026-11-23T18:30:00+05:30'),
  ends: Date.parse('2026-11-23T19:30:00+05:30'),
  zone: 'Asia/Kolkata',
  viewerZone: 'America/Chicago',
};

/** Minutes; from a to b where the report does not say more. */
function minutesOf(stays: Parameters<typeof minutesIn>[0], at: MeetingTime) {
  const { least, most } = minutesIn(stays, at);
  return Math.round(least) === Math.round(most)
    ? Math.round(most)
    : `${Math.round(least)} to ${Math.round(most)}`;
}

function read(text: string | Uint8Array, at = meeting, said: ReportAnswers = {}) {
  const lines = readLines(typeof text === 'string' ? new TextEncoder().encode(text) : text, {
    rowsMax: 5000,
    isExact: true,
    isList: true,
  });
  if (lines.kind === 'fault') throw new Error(lines.fault);
  const report = readReport(
    lines.sheets.flatMap((sheet) => sheet.lines),
    at,
    said,
  );
  if (report.kind !== 'report') return report;
  return {
    clock: report.clock,
    ...(report.clock === 'other' ? { zone: report.zone } : {}),
    unread: report.unread.length,
    people: report.people.map(({ name, email, stays, isHost }) => [
      name,
      email,
      minutesOf(stays, at),
      ...(isHost ? ['host'] : []),
    ]),
  };
}

const zoomHead = `Meeting ID,Topic,Start Time,End Time,User Email,Duration (Minutes),Participants
"812 3456 7890",Gita,11/23/2026 06:25:00 PM,11/23/2026 07:31:00 PM,guru@example.org,66,3

`;
const zoom = `Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest
Asha Rao,asha@example.org,11/23/2026 06:25:00 PM,11/23/2026 06:40:00 PM,15,No
Asha Rao,,11/23/2026 06:50:00 PM,11/23/2026 07:31:00 PM,41,Yes
లక్ష్మి రావు,,11/23/2026 06:31:00 PM,11/23/2026 07:00:00 PM,29,Yes
`;
const asha = ['Asha Rao', 'asha@example.org', 50];

describe('a report of Zoom', () => {
  it.each([
    ['alone', zoom],
    ['below the lines of the meeting', zoomHead + zoom],
    ['day first', zoom.replaceAll('11/23/2026', '23/11/2026')],
    [
      'with seconds and 24 hours',
      zoom.replaceAll(
        /11\/23\/2026 0?(\d+):(\d\d:\d\d) PM/g,
        (_, h, rest) => `2026-11-23 ${Number(h) + 12}:${rest}`,
      ),
    ],
    ['with other headings', zoom.replace(/.*\n/, 'नाम,ईमेल,आना,जाना,मिनट,अतिथि\n')],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual({
      clock: 'class',
      unread: 0,
      people: [asha, ['లక్ష్మి రావు', '', 29]],
    });
  });

  it('on the clock of the reader, or in UTC where it says so', () => {
    const chicago = `Name,Email,Join time,Leave time\nAsha Rao,,11/23/2026 7:00:00 AM,11/23/2026 8:00:00 AM\n`;
    expect(read(chicago)).toMatchObject({ clock: 'viewer', people: [['Asha Rao', '', 60]] });
    const utc = `Name,Email,Join time (UTC),Leave time (UTC)\nAsha Rao,,2026-11-23 13:00:00,2026-11-23 13:30:00\n`;
    expect(read(utc)).toMatchObject({ clock: 'said', people: [['Asha Rao', '', 30]] });
    const marked = `Name,Join,Leave\nAsha Rao,2026-11-23T13:00:00Z,2026-11-23T13:30:00Z\n`;
    expect(read(marked)).toMatchObject({ clock: 'said', people: [['Asha Rao', '', 30]] });
    // Without a word about UTC such a report is of the early afternoon, or of another clock: it is asked.
    expect(read(utc.replaceAll(' (UTC)', ''))).toMatchObject({ clock: 'other', zone: 'UTC' });
  });
});

it.each(['In Waiting Room', 'Lobby', 'Wartebereich'])(
  'time in the column %s is not at the meeting',
  (column) => {
    const report = `Name,Join time,Leave time,${column}
Asha Rao,11/23/2026 06:30:00 PM,11/23/2026 07:20:00 PM,Yes
Asha Rao,11/23/2026 07:20:00 PM,11/23/2026 07:30:00 PM,No
`;
    expect(read(report)).toMatchObject({ people: [['Asha Rao', '', 10]] });
  },
);

const teams = [
  '1. Summary',
  'Meeting title\tGita, week 7',
  'Attended participants\t3',
  'Start time\t11/23/26, 6:25:00 PM',
  'End time\t11/23/26, 7:31:00 PM',
  'Meeting duration\t1h 6m 0s',
  '',
  '2. Participants',
  'Name\tFirst join\tLast leave\tIn-meeting duration\tEmail\tParticipant ID (UPN)\tRole',
  'Guru Das\t11/23/26, 6:25:00 PM\t11/23/26, 7:31:00 PM\t1h 6m 0s\tguru@example.org\tguru@example.org\tOrganizer',
  'Asha Rao\t11/23/26, 6:25:00 PM\t11/23/26, 7:31:00 PM\t56m 0s\tasha@example.org\tasha@example.org\tAttendee',
  '',
  '3. In-Meeting Activities',
  'Name\tJoin time\tLeave time\tDuration\tEmail\tRole',
  'Guru Das\t11/23/26, 6:25:00 PM\t11/23/26, 7:31:00 PM\t1h 6m 0s\tguru@example.org\tOrganizer',
  'Asha Rao\t11/23/26, 6:25:00 PM\t11/23/26, 6:40:00 PM\t15m 0s\tasha@example.org\tAttendee',
  'Asha Rao\t11/23/26, 6:50:00 PM\t11/23/26, 7:31:00 PM\t41m 0s\tasha@example.org\tAttendee',
].join('\r\n');

const utf16 = (text: string) =>
  new Uint8Array([
    0xff,
    0xfe,
    ...new Uint8Array(new Uint16Array(Array.from(text, (sign) => sign.charCodeAt(0))).buffer),
  ]);

describe('a report of Teams', () => {
  it.each([
    ['in UTF-16', utf16(teams)],
    ['pasted', teams],
    [
      'in German',
      utf16(
        teams
          .replaceAll(/11\/23\/26, (\d):/g, (_, hour) => `23.11.26, ${Number(hour) + 12}:`)
          .replaceAll(' PM', ''),
      ),
    ],
  ])('%s: the single stays count', (_, text) => {
    expect(read(text)).toMatchObject({
      people: [['Guru Das', 'guru@example.org', 60, 'host'], asha],
      unread: 0,
    });
  });
});

/** A list says who was there, and nothing of how long: each length is open. */
describe('a list of names', () => {
  const there = ['Asha Rao', 'Ravi Kumar'];
  it.each<[string, string, string[]?]>([
    ['alone', 'Asha Rao\nRavi Kumar\n'],
    ['under Participants', 'Participants\nAsha Rao\nRavi Kumar\n'],
    ['under their number', 'Participants (2)\nAsha Rao (Host, me)\nRavi Kumar\n'],
    ['under Attendees:', 'Attendees:\r\nAsha Rao\r\nRavi Kumar\r\n'],
    ['under a title', 'Gita, week 7\nParticipant List\nAsha Rao\nRavi Kumar\n'],
    ['with one name', 'Participants\nAsha Rao\n', ['Asha Rao']],
    ['in a CSV', '\ufeff"Participants"\r\n"Rao, Asha"\r\n"Kumar, Ravi"\r\n', ['Rao, Asha', 'Kumar, Ravi']],
    ['with numbers', '1. Asha Rao\n2) Ravi Kumar\n'],
    ['with a column of numbers', 'S.No,Name\n1,Asha Rao\n2,Ravi Kumar\n'],
    ['with addresses', 'Asha Rao,asha@x.test\nRavi Kumar <ravi@x.test>\n'],
    ['of addresses', 'Email\nasha@x.test\nravi@x.test\n', ['asha@x.test', 'ravi@x.test']],
    ['in Telugu', 'పాల్గొన్నవారు\nఆశా రావు\nరవి కుమార్\n', ['ఆశా రావు', 'రవి కుమార్']],
    ['in Hindi', 'प्रतिभागी\nआशा राव\nरवि कुमार\n', ['आशा राव', 'रवि कुमार']],
    ['in one line', 'Asha Rao; Ravi Kumar'],
    ['as Meet shows it', 'In the meeting\nAsha Rao\nMeeting host\nRavi Kumar\n'],
    ['with a sum', 'Asha Rao\n\nRavi Kumar\nTotal: 2\n'],
    ['with a short number', 'Asha Rao\nRavi 2\nGalaxy M12\n', ['Asha Rao', 'Ravi 2', 'Galaxy M12']],
    ['twice', 'Asha Rao\nRavi Kumar\nAsha Rao\n'],
    ['without those who were absent', 'Present\nAsha Rao\nRavi Kumar\n\nAbsent\nMeera Iyer\n'],
    ['with a column of it', 'Name,Status\nAsha Rao,Present\nRavi Kumar,Present\nMeera Iyer,Absent\n'],
  ])('%s', (_, text, names = there) => {
    const found = read(text);
    expect(found).toMatchObject({ unread: 0 });
    expect('people' in found && found.people.map(([name, , minutes]) => [name, minutes])).toEqual(
      names.map((name) => [name, '0 to 60']),
    );
  });

  it('names the lines that it does not read', () => {
    expect(read('Class Sat 28 Nov 2026\nAsha Rao\nRavi Kumar\nMeera\nSita\nZoom: 9\n')).toMatchObject({
      unread: 2,
    });
    expect(read('Asha Rao\n')).toEqual({ kind: 'none' });
  });
});

/* The languages that most people speak, and those in which Teams, Zoom and Meet write. */
const locales =
  'ar ar-EG bg bn ca cs da de el en-GB en-IN en-US es et fa fi fr gu he hi hr hu id it ja kn ko lt lv ml mr ms nb nl pa-IN pl pt-BR ro ru sk sr sv ta te th tr uk ur vi zh-CN zh-TW';
const styles: readonly Intl.DateTimeFormatOptions[] = [
  { dateStyle: 'short', timeStyle: 'medium' },
  { dateStyle: 'short', timeStyle: 'short' },
  { dateStyle: 'medium', timeStyle: 'short' },
  {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  },
];

describe('the times of Teams in the language of the reader', () => {
  // Half past noon and midnight are where halves of the day go wrong; in January a day may be a month.
  it.each(locales.split(' '))('%s', (locale) => {
    const starts = [
      '2026-11-23T18:30+05:30',
      '2026-01-05T11:45+05:30',
      '2026-03-31T23:30+05:30',
      '2026-07-09T05:00+05:30',
    ].map((start) => Date.parse(start));
    for (const [index, style] of styles.entries()) {
      for (const start of [starts[index]!, starts[3 - index]!]) {
        const at = { ...meeting, starts: start, ends: start + 3_600_000 };
        const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: meeting.zone });
        const line = (name: string, from: number, until: number) =>
          [name, format.format(start + from * 60_000), format.format(start + until * 60_000), name].join(
            '\t',
          );
        const text = ['Name\tFirst join\tLast leave\tRole', line('Asha', 1, 50), line('Bala', 31, 41)].join(
          '\r\n',
        );
        expect([text, read(utf16(text), at)]).toMatchObject([
          text,
          {
            clock: 'class',
            people: [
              ['Asha', '', 49],
              ['Bala', '', 10],
            ],
            unread: 0,
          },
        ]);
      }
    }
  });

  it('are named where nobody here can read them', () => {
    const text = 'Name\tFirst join\tLast leave\nAsha\t28 qux 2026 5:01:11\t28 qux 2026 5:58:40\n';
    expect(read(text)).toEqual({ kind: 'unreadable', times: ['28 qux 2026 5:01:11', '28 qux 2026 5:58:40'] });
  });
});

describe('a report of Meet', () => {
  const meet = `First name,Last name,Email,Duration,Time joined,Time exited
Asha,Rao,asha@example.org,50 min,6:30 PM,7:20 PM
Vihaan,Rao,,1 hr,6:30 PM,
`;
  it('has first and last names, and may have times alone', () => {
    expect(read(meet)).toMatchObject({ people: [asha, ['Vihaan Rao', '', 60]] });
    const dated = meet.replaceAll(/(\d:\d\d PM)/g, '2026-11-23 $1');
    expect(read(dated)).toMatchObject({ people: [asha, ['Vihaan Rao', '', 60]] });
  });
});

describe('what is no report of this meeting', () => {
  it('is told with the day found', () => {
    expect(read(zoom.replaceAll('11/23/2026', '11/16/2026'))).toEqual({
      kind: 'other',
      at: '11/16/2026 06:25:00 PM',
    });
    expect(read(zoom.replaceAll('PM', 'AM'), { ...meeting, viewerZone: meeting.zone })).toMatchObject({
      kind: 'other',
    });
    expect(read('Name,Course\nAsha,Gita\n')).toEqual({ kind: 'none' });
  });

  it('a formula is no time and no name of anybody', () => {
    const forged =
      zoom +
      '=HYPERLINK("http://x.example"),,=NOW(),=NOW(),5,No\n=1+1,,11/23/2026 06:31:00 PM,11/23/2026 07:00:00 PM,29,Yes\n';
    const report = read(forged);
    expect(report).toMatchObject({ unread: 1 });
    expect('people' in report && report.people.at(-1)![0]).toBe('=1+1');
  });

  it.each([
    ['French', 'Prénom,Nom', 'Durée,Heure d’arrivée,Heure de départ'],
    ['Spanish', 'Nombre,Apellidos', 'Duración,Hora a la que se unió,Hora a la que salió'],
    ['Italian', 'Nome,Cognome', 'Durata,Ora di partecipazione,Ora di uscita'],
    ['Dutch', 'Voornaam,Achternaam', 'Duur,Tijdstip van deelname,Tijdstip van vertrek'],
    ['Polish', 'Imię,Nazwisko', 'Czas trwania,Godzina dołączenia,Godzina opuszczenia'],
    ['German', 'Vorname,Nachname', 'Dauer,Beitrittszeit,Zeit des Verlassens'],
  ])('a name in two columns is one in %s', (_, names, times) => {
    const report = read(
      `${names},Email,${times}\nAsha,Rao,a@b.test,9 min,18:30,19:29\nUma,Iyer,,60 min,18:30,19:30`,
    );
    expect(report).toMatchObject({
      people: [
        ['Asha Rao', 'a@b.test', 9],
        ['Uma Iyer', '', 60],
      ],
    });
  });

  it('a thousand lines are read at once', () => {
    const many = `Name,Join,Leave\n${Array.from({ length: 1000 }, (_, n) => `Student ${n},11/23/2026 6:30 PM,11/23/2026 7:30 PM`).join('\n')}\n`;
    const report = read(many);
    expect('people' in report && report.people.length).toBe(1000);
  });
});

describe('a moment', () => {
  it.each([
    '',
    '1h 6m 0s',
    '41',
    'Asha',
    '31/31/2026 10:00',
    '10:75',
    'asha@example.org',
    'Gita 10:30 class',
  ])('is not %j', (text) => {
    expect(plainMoment(text)).toBeNull();
  });
});
