import { clockOfHeading, withClock } from '@gurukul/contract/shared/written/date';
import { plainHeading, type SheetLine } from '#web/lib/files/sheet.ts';
import { durationsIn } from './durations.ts';
import { latin, minuteMs, type Moment, type MomentReader } from './moments.ts';

/*
 * What the lines of a report say about each person. A table is found by its cells and not by its headings, because these
 * follow the account's language. Headings are asked where cells cannot tell: whether a number is how long somebody stayed,
 * and whether Yes means that they waited outside. Where the headings are not known either, the reader is asked.
 */

/** What a table leaves open and only a person can say. */
export interface ColumnQuestion {
  /**
   * `times`: which two columns say when somebody came and left; `length`: which says how long they were there; `outside`:
   * which word of this column says that they were not in the meeting; `part`: which part of the file lists such people.
   */
  readonly about: 'times' | 'length' | 'outside' | 'part';
  readonly heading: string;
  readonly values: readonly string[];
}

/** By `questionKey`: one of the values; '' for none of them. */
export type ColumnAnswers = Readonly<Record<string, string>>;

export const questionKey = ({ about, heading }: ColumnQuestion) => `${about} ${heading}`;

/** The answer; undefined while there is none. */
type Ask = (question: ColumnQuestion) => string | undefined;

/** What one line says about somebody. */
export interface Entry {
  readonly name: string;
  /** In lower case. */
  readonly email: string;
  /** The line says that they held the meeting. */
  readonly isHost: boolean;
  readonly came: Moment | null;
  readonly went: Moment | null;
  /** Minutes that the line states; the readings of the column's unit, the likeliest first. */
  readonly stated: readonly number[] | null;
  /** Of a list of events: what happened at `came`. */
  readonly event: string | null;
  /** The table says when people left; nothing in the line: they had not. */
  readonly hasEnds: boolean;
  /** The line says how long, or whether they were let in, in words that are not known. */
  readonly isUnclear: boolean;
  /** They waited outside, or did not come. */
  readonly isOutside: boolean;
  /** The time as it stands there. */
  readonly written: string;
  /** Which table of the file, and which of its meetings. */
  readonly table: number;
  readonly meeting: number;
}

/** A meeting of the file, as the lines above its table tell. */
export interface Head {
  readonly title: string;
  readonly starts: Moment | null;
  readonly ends: Moment | null;
  /** Its beginning as it stands there. */
  readonly written: string;
}

export interface Contents {
  readonly entries: readonly Entry[];
  /** The meetings; one at least. */
  readonly heads: readonly Head[];
  /** Names of lines without anything about being there. */
  readonly unread: readonly string[];
  /** Somebody who was there may not be in it. */
  readonly isPartial: boolean;
  readonly questions: readonly ColumnQuestion[];
}

type Cells = readonly string[];
type LineEntry = Omit<Entry, 'table' | 'meeting'>;

/** Lines one below the other with the same columns. */
interface Table {
  readonly header: Cells;
  readonly rows: readonly Cells[];
}

const filled = (cells: Cells) => cells.filter((cell) => cell.trim() !== '').length;

const heading = (words: string) => {
  // A plain heading has no vowel signs.
  const pattern = new RegExp(words.replaceAll(/\p{M}/gu, ''), 'u');
  return (text: string) => pattern.test(plainHeading(text));
};

/* The words of headings, in the languages of the three products. The first names are the surest. */
const nameHeadings =
  'nameoriginalname usernameoriginalname participantname attendeename studentname fullname displayname name username names participant participants participantlist attendee attendees attendance attendancelist vollständigername nomcomplet nombrecompleto nomecompleto volledigenaam nom nombre nome naam namn navn nimi név jméno meno nume ime imię imięinazwisko полноеимя имя повнеімя імя пълноиме име όνομα πλήρεςόνομα tamad adsoyad ad tên họvàtên họtên nama namalengkap 姓名 全名 名前 氏名 이름 전체이름 नाम पूरानाम पूर्णनाव नाव प्रतिभागी నామం పేరు పూర్తిపేరు పేర్లు పాల్గొన్నవారు பெயர் முழுபெயர் ಹೆಸರು പേര് নাম পুরোনাম નામ ਨਾਮ نام پورانام نامکامل الاسم الاسمالكامل שם שםמלא ชื่อ ชื่อเต็ม'
    .split(' ')
    .map(plainHeading);
const isPartOfName = heading(
  '^(?:first|last|given|family|sur)name$|^(?:vor|nach)name$|^(?:voor|achter)naam$|^prénom$|^apellidos?$|^cognome$|^sobrenome$|^nazwisko$|^фамилия$',
);
/** Beside a part of the name these are the other part. */
const isOtherPart = heading('^(?:nom|nombre|nome|imię|имя)$');
const isDuration = heading(
  'durat|durée|duree|durac|duraç|durata|dauer|duur|varighe|varaktighet|kesto|czastrwania|trvání|trvanie|délka|időtartam|trajan|trukm|ilgums|kestus|süre|thờilượng|timein(?:call|session|meeting)|totaltime|timespent|minut|продолж|длител|триваліст|διάρκ|期間|기간|持续|持續|时长|時長|分鐘|分钟|अवधि|వ్యవధి|காலம்|ಅವಧಿ|ദൈർഘ്യം|সময়কাল|અવધિ|ਮਿਆਦ|مدة|مدت|دورانیہ|משך|ระยะเวลา|durasi|tempoh|^mins?$',
);
const isWaiting = heading(
  'wait|lobby|warte|attente|espera|attesa|wacht|venteværelse|venterom|väntrum|odotus|poczekaln|čekár|váró|ожидан|очікув|чакал|αναμον|bekleme|phòngchờ|ruangtunggu|bilikmenunggu|待機|等候|等待|대기|प्रतीक्षा|వేచి|காத்திரு|ನಿರೀಕ್ಷ|অপেক্ষা|انتظار|המתנה|ห้องรอ',
);
const isAttended = heading(
  '^(?:attended|attendance|attendancestatus|status|teilgenommen|asistió|aparticipé|participou)$',
);
const isCame = heading(
  'join|came|firstseen|timein$|entr|arriv|beitr|beiget|rejoi|connex|ingress|unió|入|参加|참가|입장|вход|присоед|dołącz|katıl|เข้า|پیوست|ورود|csatlak|liitty|připoj|pripoj|pridruž|prisijung|pievieno|anslut|tiltråd|σύνδεσ|thamgia|bergabung|sertai|जुड़|सामील|చేరి|சேர்|ಸೇರಿ|ചേർ|যোগ|જોડ|ਸ਼ਾਮਲ|انضمام|הצטרפ',
);
const isWent = heading(
  'leave|left|leaving|exit|lastseen|timeout$|verl|austr|départ|quitt|sorti|salid|saíd|saida|uscit|退|离|離|퇴장|나간|выход|opuszcz|ayrıl|ออก|ترک|خروج|távoz|kilép|poistu|odchod|opušt|napust|zapust|iziešan|lahku|lämn|forlad|forlat|αποχώρ|rời|keluar|छोड़|सोड|వెళ్|வெளியேற|ತೊರೆ|വിട്ടു|ত্যাগ|છોડ|ਛੱਡ|مغادر|עזיב',
);
const isMeeting = heading(
  '^(?:topic|meetingid|meetingtitle|meetingname|meetingcode|webinarid|thema|sujet|tema|argomento|assunto|주제|主题|主題|トピック)$',
);
/** Columns that say nothing of being there. */
const isRole = heading(
  '^(?:role|is)?(?:guest|external|internal)|^(?:role|recording|status|country|region|participantid|phone|rolle|rôle|rol|department|group|device|location|city|network|connection|client|version|microphone|speaker|camera|datacenter|organi[sz]ation|company|raised|hand|question|chat|message|emoji|talk|gender|approval|source|encryption|gast|invité|invitado|convidado|ospite|gość|гость|host|misafir|khách|tamu|ゲスト|来宾|來賓|访客|訪客|게스트|अतिथि|అతిథి|விருந்தினர்|moderator|participantoutside|rola|роль|роля|szerepkör|rooli|roli|ρόλος|uloga|vloga|roll|loma|vaidmuo|hlutverk|peran|vaitrò|บทบาท|역할|役割|角色|भूमिका|పాత్ర|ಪಾತ್ರ|ভূমিকা|ભૂમિકા|ਭੂਮਿਕਾ|کردار|نقش|الدور|תפקיד)',
);
/** Lengths of something else. */
const isOtherLength = heading('talk|speak|spoke|video|camera|webcam|mic|mute|screen|shar|idle|inactive|late');
/** Titles of parts of a file. */
const isPartInside = heading('particip|attend|panelist|host|activit|presenter|organi|teilnehm');
const isPartOutside = heading('absent|noshow|didnot|didnt|notattend|notjoin|registered|invited|declined');

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(plainHeading));
const yes = setOf(
  'yes y true ja oui sí si sim sì da да так tak ano áno igen evet kyllä jā taip jah ναι はい 是 예 네 có ya हाँ हां होय అవును ஆம் ಹೌದು അതെ হ্যাঁ હા ਹਾਂ نعم بله ہاں כן ใช่',
);
const no = setOf(
  'no n false nein non não nee nej nei ei nie ne nem hayır нет ні не όχι いいえ 否 아니요 아니오 không tidak नहीं नाही కాదు లేదు இல்லை ಇಲ್ಲ അല്ല না ના ਨਹੀਂ لا خیر نہیں לא ไม่ ไม่ใช่',
);
const present = setOf('present attended joined उपस्थित హాజరు');
const absent = setOf('absent noshow notattended didnotattend अनुपस्थित గైర్హాజరు');
const roles = setOf('organizer organiser host cohost coorganizer');
/* Words of lists with an event a line. */
export const leavingWords =
  /left|leav|exit|verlass|quitt|gauche|sali|abandon|saiu|uscit|вышел|покин|退出|离开|離開|퇴장|나감|ayrıl|opuś|keluar|rời/iu;
export const comingWords =
  /join|enter|beiget|beitr|rejoin|unió|unido|ingress|entr|入|参加|加入|참가|입장|вош|присоед|dołącz|katıl/iu;

/** A name without what a product adds. */
const plainName = (text: string) =>
  text
    .replaceAll(
      /\s*\((?:host|co-host|guest|me|external|unverified|she\/her|he\/him|they\/them)(?:[\s,]+me)?\)/gi,
      '',
    )
    .replaceAll(/\s+/g, ' ')
    .trim();

interface Columns {
  readonly names: readonly number[];
  /** -1: there is none; also of the others. */
  readonly email: number;
  readonly came: number;
  readonly went: number;
  readonly duration: number;
  readonly event: number;
  readonly waiting: number;
  readonly attended: number;
  /** Columns of few words whose heading is not known. */
  readonly flags: readonly (ColumnQuestion & { readonly column: number })[];
  /** By whose cells several meetings in one table differ. */
  readonly meeting: number;
  /** Every column is one of these, or says who somebody is. */
  readonly isAllKnown: boolean;
}

/** The minutes between two moments of one day, or of two days written in the same order. */
export function minutesBetween(from: Moment | null, until: Moment | null): number | null {
  if (from === null || until === null) return null;
  const [one] = from.dates;
  const other = until.dates.find(({ order }) => order === one?.order);
  return ((other?.day ?? 0) - (one?.day ?? 0) + until.time - from.time) / minuteMs;
}

/** Whether a stated duration is the time between coming and leaving, as products round it. */
export const isAlike = (stated: number, span: number) => Math.abs(stated - span) <= Math.max(2, span / 20);

/** Cells of one column by what they are. */
function columnReader({ header, rows }: Table, at: MomentReader) {
  const cellsOf = (column: number) => rows.map((cells) => (cells[column] ?? '').trim());
  return {
    head: (column: number) => header[column] ?? '',
    cellsOf,
    moments: (column: number) => cellsOf(column).map((cell) => at(cell)),
    isMostly: (column: number, is: (cell: string) => boolean) => {
      const cells = cellsOf(column).filter((cell) => cell !== '');
      return cells.filter(is).length * 2 > cells.length;
    },
    /** In how many lines that is how long it was between these. */
    agreement: (column: number, came: number, went: number) =>
      rows.filter((cells) => {
        const span = minutesBetween(at(cells[came] ?? ''), at(cells[went] ?? ''));
        const stated = durationsIn(cells[column] ?? '') ?? [];
        return span !== null && span > 0 && stated.some((minutes) => isAlike(minutes, span));
      }).length,
  };
}

/** Which column is what; null where the table names nobody. */
function columnsOf(table: Table, at: MomentReader, ask: Ask): Columns | null {
  const { header, rows } = table;
  const { head, cellsOf, moments, isMostly, agreement } = columnReader(table, at);
  const all = Array.from(
    { length: Math.max(header.length, ...rows.map(({ length }) => length)) },
    (_, column) => column,
  );
  const first = (is: (text: string) => boolean) => all.findIndex((column) => is(head(column)));

  // Beside dates, a time alone is how long somebody stayed: 1:06:00.
  const timed = all.filter((column) => moments(column).some((moment) => moment !== null));
  const dated = timed.filter((column) => moments(column).some((moment) => (moment?.dates.length ?? 0) > 0));
  const isStated = (column: number) =>
    isDuration(head(column)) && !isCame(head(column)) && !isWent(head(column)) && !dated.includes(column);
  const times = timed.filter(
    (column) =>
      !isStated(column) &&
      !isWaiting(head(column)) &&
      (dated.length === 0 || dated.includes(column) || isCame(head(column)) || isWent(head(column))),
  );
  const headed = all.filter(
    (column) =>
      isStated(column) &&
      !isWaiting(head(column)) &&
      !isOtherLength(head(column)) &&
      cellsOf(column).some((cell) => cell !== ''),
  );
  const counted = all.filter(
    (column) => !dated.includes(column) && isMostly(column, (cell) => durationsIn(cell) !== null),
  );

  const pairs = times.flatMap((came, index) => times.slice(index + 1).map((went) => [came, went] as const));
  const agrees = ([came, went]: readonly [number, number], column: number) =>
    column === came || column === went ? 0 : agreement(column, came, went);
  const rank = (pair: readonly [number, number]) => [
    Number(isCame(head(pair[0]))) + Number(isWent(head(pair[1]))),
    Math.max(0, ...counted.map((column) => agrees(pair, column))),
    // Beginning and end of the meeting are alike in every line.
    pair.filter((column) => new Set(cellsOf(column)).size > 1).length,
  ];
  const [best, next] = pairs
    .map((one) => ({ one, ranks: rank(one) }))
    .toSorted(
      (a, b) =>
        a.ranks.map((value, index) => b.ranks[index]! - value).find((difference) => difference !== 0) ?? 0,
    );
  const nameOf = (column: number) => head(column).trim() || String(column + 1);
  const labelOf = (one: readonly number[]) => one.map(nameOf).join(' – ');
  const [headings = 0, lines = 0] = best?.ranks ?? [];
  const isTied = next !== undefined && best?.ranks.every((value, index) => value === next.ranks[index]);
  const isSure = !isTied && (headings + Number(pairs.length === 1) > 1 || lines * 2 >= rows.length);
  const said =
    best === undefined || isSure
      ? undefined
      : ask({ about: 'times', heading: labelOf(times), values: pairs.map(labelOf) });
  const pair = said === undefined ? best?.one : pairs.find((one) => labelOf(one) === said);
  const backwards = rows.filter(
    (cells) => pair && (minutesBetween(at(cells[pair[0]] ?? ''), at(cells[pair[1]] ?? '')) ?? 0) < 0,
  );
  const ordered = pair && dated.length > 0 && backwards.length * 2 > rows.length ? pair.toReversed() : pair;
  const [only] = times;
  const [came = -1, went = -1] =
    ordered ?? (only === undefined || said !== undefined ? [] : isWent(head(only)) ? [-1, only] : [only]);

  const byAgreement = (columns: readonly number[]) =>
    columns
      .filter((column) => column !== came && column !== went)
      .map((column) => ({ column, lines: pair ? agrees(pair, column) : 0 }))
      .toSorted((a, b) => b.lines - a.lines || b.column - a.column);
  const isPlain = (column: number) => isMostly(column, (cell) => /^[\d.,:]+$/.test(latin(cell)));
  const agreeing = byAgreement([...new Set([...headed, ...counted])]).find(
    ({ lines: own }) => own > 0 && own * 2 >= rows.length,
  );
  const ofLength =
    headed.length > 0
      ? headed
      : counted.filter(
          (column) =>
            !isPlain(column) &&
            ![came, went].includes(column) &&
            !isWaiting(head(column)) &&
            !isOtherLength(head(column)),
        );
  const isOneLength =
    headed.length > 0 && new Set(headed.map((column) => cellsOf(column).join('|'))).size === 1;
  const length =
    agreeing || isOneLength || ofLength.length === 0
      ? undefined
      : ask({ about: 'length', heading: labelOf(ofLength), values: ofLength.map(nameOf) });
  const duration =
    length === undefined
      ? (agreeing?.column ?? byAgreement(headed)[0]?.column ?? -1)
      : (ofLength.find((column) => nameOf(column) === length) ?? -1);

  const isMail = (cell: string) => /^[^\s@]+@[^\s@]+$/.test(cell);
  const mails = all.filter((column) => cellsOf(column).some(isMail));
  const waiting = all.findIndex(
    (column) => isWaiting(head(column)) && !isDuration(head(column)) && !timed.includes(column),
  );
  const isAnswer = (cell: string) =>
    [yes, no, present, absent].some((words) => words.has(plainHeading(cell)));
  const attended = all.findIndex((column) => isAttended(head(column)) && isMostly(column, isAnswer));
  const meeting = first(isMeeting);
  const isFlag = (column: number) =>
    isMostly(column, (cell) => yes.has(plainHeading(cell)) || no.has(plainHeading(cell)));
  const isText = (column: number) =>
    cellsOf(column).filter((cell) => /\p{L}|^=/u.test(cell) && !isMail(cell) && durationsIn(cell) === null)
      .length *
      2 >
      rows.length &&
    ![...times, duration, waiting, attended].includes(column) &&
    !isFlag(column);
  const texts = all.filter(isText);
  const known = nameHeadings
    .map((word) => texts.find((column) => plainHeading(head(column)) === word))
    .find((column) => column !== undefined);
  const parts = texts.filter((column) => isPartOfName(head(column)));

  const eventOf = () => {
    const key = (cells: Cells) =>
      texts
        .slice(0, 1)
        .map((column) => cells[column])
        .join(' ');
    return texts.find((column) => {
      const values = new Set(cellsOf(column));
      const isSaid = [...values].some((value) => leavingWords.test(value) || comingWords.test(value));
      const changes = [...Map.groupBy(rows, key).values()].some(
        (own) => new Set(own.map((cells) => cells[column])).size > 1,
      );
      return (
        column !== (known ?? texts[0]) &&
        values.size <= 4 &&
        (isSaid || (changes && values.size < rows.length))
      );
    });
  };
  const event = times.length === 1 ? (eventOf() ?? -1) : -1;

  const edge = Math.min(...times, ...mails, ...(event < 0 ? [] : [event]));
  const before = texts.filter(
    (column) => column < edge && column !== event && !isMeeting(head(column)) && !isRole(head(column)),
  );
  // The host and the topic are alike in every line.
  const own = before.filter((column) => rows.length < 3 || new Set(cellsOf(column)).size > 1);
  const isHalf = known !== undefined && parts.length === 1 && isOtherPart(head(known));
  const names =
    known !== undefined && !isHalf
      ? [known]
      : parts.length > 0
        ? [...parts, ...(isHalf ? [known] : [])].toSorted((a, b) => a - b)
        : own.length > 0
          ? own
          : before;
  if (names.length === 0) return null;
  const email = mails.find((column) => column > names[0]!) ?? mails[0] ?? -1;
  const used = new Set([...names, ...mails, came, went, duration, event, waiting, attended, meeting]);
  /** Words that return line by line, such as yes and no. */
  const isOfFewWords = (column: number) => {
    const cells = cellsOf(column);
    const values = new Set(cells);
    const isWord = [...values].every((cell) => !/\d|@/.test(latin(cell)) && cell.length < 40);
    return isWord && (values.size === 1 ? isFlag(column) : values.size <= 4 && values.size < rows.length);
  };
  const flags = all
    .filter(
      (column) =>
        !used.has(column) &&
        !isRole(head(column)) &&
        !isPartOfName(head(column)) &&
        cellsOf(column).some((cell) => cell !== '') &&
        isOfFewWords(column),
    )
    .map((column) => ({
      column,
      about: 'outside' as const,
      heading: nameOf(column),
      values: [...new Set(cellsOf(column))].filter((cell) => cell !== ''),
    }));
  return {
    names,
    email,
    came,
    went,
    duration,
    event,
    waiting,
    attended,
    flags,
    meeting,
    isAllKnown: all.every(
      (column) =>
        used.has(column) ||
        flags.some((flag) => flag.column === column) ||
        (said === '' && timed.includes(column)) ||
        ofLength.includes(column) ||
        isRole(head(column)) ||
        isFlag(column) ||
        isMostly(column, (cell) => /^\d+$/.test(cell)) ||
        cellsOf(column).every((cell) => cell === ''),
    ),
  };
}

/** The unit of a column of numbers, where its heading says it. */
function unitOf(header: string): number | null {
  const text = plainHeading(header);
  return /minut|mins?$|分|분/u.test(text)
    ? 0
    : /sec|sek|秒|초/u.test(text)
      ? 1
      : /hour|stund|heure|hora/u.test(text)
        ? 2
        : null;
}

function entryOf(cells: Cells, { header }: Table, columns: Columns, at: MomentReader, ask: Ask): LineEntry {
  const cell = (column: number) => (column < 0 ? '' : (cells[column] ?? '').trim());
  const all = durationsIn(cell(columns.duration));
  const unit = unitOf(header[columns.duration] ?? '');
  const [waits, attends] = [columns.waiting, columns.attended].map((column) => plainHeading(cell(column)));
  const isOutside =
    yes.has(waits!) ||
    no.has(attends!) ||
    absent.has(attends!) ||
    columns.flags.some((flag) => cell(flag.column) !== '' && ask(flag) === cell(flag.column));
  const isUnread = (column: number) => at(cell(column)) === null && /\d/.test(latin(cell(column)));
  return {
    name: plainName(
      columns.names
        .map(cell)
        .filter((part) => part !== '')
        .join(' '),
    ),
    email: cell(columns.email).toLowerCase(),
    isHost: cells.some((one) => roles.has(plainHeading(one))),
    came: at(cell(columns.came)),
    went: at(cell(columns.went)),
    stated: all && unit !== null && all.length === 3 ? [all[unit]!] : all,
    event: columns.event < 0 ? null : cell(columns.event),
    hasEnds: columns.went >= 0,
    isUnclear:
      (all === null && /\d/.test(latin(cell(columns.duration)))) ||
      isUnread(columns.came) ||
      isUnread(columns.went) ||
      (waits !== '' && !isOutside && !no.has(waits!)),
    isOutside,
    written: cell(columns.came) || cell(columns.went),
  };
}

const isHeading = (cells: Cells, at: MomentReader) =>
  cells.some((cell) => nameHeadings.includes(plainHeading(cell)) || isPartOfName(cell)) &&
  cells.every((cell) => at(cell) === null);

/** A line that says when somebody was there, or how long. A line of a summary has a label and one time. */
function isRow(cells: Cells, at: MomentReader): boolean {
  const times = cells.filter((cell) => at(cell) !== null).length;
  return (
    times >= 2 || (filled(cells) > 2 && cells.some((cell) => at(cell) !== null || durationsIn(cell) !== null))
  );
}

/** The tables of the file, each with the lines above it. */
function tablesIn(
  lines: readonly SheetLine[],
  at: MomentReader,
): (Table & { readonly above: readonly Cells[] })[] {
  const tables: { header: Cells; rows: Cells[]; above: readonly Cells[] }[] = [];
  let above: Cells[] = [];
  let open: { header: Cells; rows: Cells[]; isKnown: boolean } | null = null;
  let last = 0;
  const close = () => {
    if (open !== null && open.rows.length > 0) {
      // A heading may say the clock of its times.
      const clocks = open.header.map(clockOfHeading);
      const rows = open.rows.map((cells) =>
        cells.map((cell, column) => withClock(cell, clocks[column] ?? '')),
      );
      tables.push({ header: open.header, rows, above });
      above = [];
    }
    open = null;
  };
  for (const { row, cells } of lines) {
    // Below a blank line, or on another sheet.
    const isApart = last > 0 && row !== last + 1;
    last = row;
    if (isHeading(cells, at)) {
      close();
      open = { header: cells, rows: [], isKnown: true };
    } else if (isRow(cells, at)) {
      open ??= { header: above.at(-1) ?? [], rows: [], isKnown: false };
      open.rows.push(cells);
    } else if (
      open?.isKnown &&
      !(isApart && open.rows.length > 0) &&
      (filled(open.header) < 3 || filled(cells) > 1)
    ) {
      open.rows.push(cells);
    } else {
      close();
      above.push(cells);
    }
  }
  close();
  return tables;
}

/** A name in every line is no table of people but of their meeting. */
const isOfMeeting = ({ header, rows }: Table, next: Table | undefined) =>
  rows.length === 1 &&
  next !== undefined &&
  !header.some(
    (cell, column) =>
      (nameHeadings.includes(plainHeading(cell)) || isPartOfName(cell)) &&
      /\p{L}/u.test(rows[0]?.[column] ?? ''),
  );

function headOf(lines: readonly Cells[], at: MomentReader): Head {
  const written = lines.flatMap((cells) => cells.filter((cell) => at(cell) !== null));
  const [starts = null, ends = null] = written.map((cell) => at(cell));
  // Beside its label, or below it.
  const label = lines.findIndex((cells) => cells.some((cell) => isMeeting(cell)));
  const column = lines[label]?.findIndex((cell) => isMeeting(cell)) ?? 0;
  const isBeside = filled(lines[label] ?? []) === 2;
  const title = (isBeside ? lines[label]?.[column + 1] : lines[label + 1]?.[column]) ?? '';
  return { title, starts, ends, written: written[0] ?? '' };
}

/** Tables of people, below the lines of their meeting. */
function tablesOfPeople(
  lines: readonly SheetLine[],
  at: MomentReader,
  answers: ColumnAnswers,
): Contents | null {
  const heads: Head[] = [];
  const questions = new Map<string, ColumnQuestion>();
  const ask: Ask = (question) => {
    const key = questionKey(question);
    if (answers[key] === undefined) questions.set(key, question);
    return answers[key];
  };
  const parts = new Map<number, string>();
  const entries: Entry[] = [];
  const unread: string[] = [];
  let above: Cells[] = [];
  const tables = tablesIn(lines, at);
  for (const [index, table] of tables.entries()) {
    above.push(...table.above);
    if (isOfMeeting(table, tables[index + 1])) {
      above.push(...table.rows);
      continue;
    }
    const columns = columnsOf(table, at, ask);
    if (columns === null) continue;
    const { came, went, duration, meeting, isAllKnown } = columns;
    const isTimed = came >= 0 || went >= 0 || duration >= 0;
    if (!isTimed && !isAllKnown) continue;
    parts.set(
      index,
      above.findLast((cells) => filled(cells) === 1)?.find((cell) => cell.trim() !== '') ?? '',
    );
    const head = headOf(above, at);
    if (heads.length === 0 || head.starts !== null) heads.push(head);
    above = [];
    const topics = [...new Set(meeting < 0 ? [] : table.rows.map((cells) => cells[meeting] ?? ''))];
    const first = heads.length - 1;
    if (topics.length > 1) heads.splice(first, 1, ...topics.map((title) => ({ ...noHead, title })));
    for (const cells of table.rows) {
      const said = entryOf(cells, table, columns, at, ask);
      if (said.name === '') continue;
      const isEmpty =
        said.came === null &&
        said.went === null &&
        ((said.written !== '' && !said.isUnclear) || (said.stated === null && !said.isUnclear));
      if (isTimed && isEmpty && !said.isOutside) unread.push(said.name);
      else
        entries.push({
          ...said,
          table: index,
          meeting: topics.length > 1 ? first + topics.indexOf(cells[meeting] ?? '') : first,
        });
    }
  }
  if (entries.length === 0) return null;
  const outside = outsideParts(entries, parts, ask);
  return {
    entries: entries.map((entry) =>
      outside.has(parts.get(entry.table) ?? '') ? { ...entry, isOutside: true } : entry,
    ),
    heads,
    unread,
    isPartial: false,
    questions: [...questions.values()],
  };
}

/** The titles of the parts that list people who were not in the meeting: only they have somebody whom no other part has. */
function outsideParts(
  entries: readonly Entry[],
  parts: ReadonlyMap<number, string>,
  ask: Ask,
): ReadonlySet<string> {
  const titles = [...new Set(parts.values())].filter((title) => title !== '');
  const outside = titles.filter((title) => isWaiting(title) || isPartOutside(title));
  const namesIn = Map.groupBy(entries, ({ name }) => name.toLowerCase()).values();
  const single = new Set(
    [...namesIn].flatMap((own) => {
      const places = new Set(own.map(({ table }) => parts.get(table) ?? ''));
      return places.size === 1 ? [...places] : [];
    }),
  );
  const open = titles.filter(
    (title) => single.has(title) && !outside.includes(title) && !isPartInside(title),
  );
  const said =
    parts.size > 1 && open.length > 0 ? ask({ about: 'part', heading: open.join(' – '), values: open }) : '';
  return new Set([...outside, ...(said ? [said] : [])]);
}

const noHead: Head = { title: '', starts: null, ends: null, written: '' };

const nameAlone = (name: string): Omit<Entry, 'written'> => ({
  name: plainName(name),
  email: '',
  isHost: false,
  came: null,
  went: null,
  stated: null,
  event: null,
  hasEnds: false,
  isUnclear: false,
  isOutside: false,
  table: 0,
  meeting: 0,
});

const chatLine =
  /^\W*\d[^\p{L}]*?\d[:.]\d\d[^\p{L}]*(?:[ap]\.?m\b\.?[^\p{L}]*)?(?:from\s+)?(\p{L}[^:]{0,60}?)(?:\s+to\s+[^:]+)?\s*:(?!\d)/iu;

/** A saved chat. Who wrote was there at some time; who did not write may have been there too. */
function chat(lines: readonly SheetLine[]): Contents | null {
  const names = lines.flatMap(({ cells }) => chatLine.exec(cells.join(' ').trim())?.[1] ?? []);
  if (names.length * 2 < lines.length || names.length === 0) return null;
  const entries = [...new Set(names)].map((name) => ({ ...nameAlone(name), written: '' }));
  return {
    entries,
    heads: [noHead],
    unread: [],
    isPartial: true,
    questions: [],
  };
}

/** Of a list: `Participants (3)`, `In the meeting`, `Meeting host`. */
const isTitle = (text: string) =>
  nameHeadings.includes(plainHeading(text)) ||
  /^(?:in the (?:meeting|call)|(?:meeting )?host|contributors|e-?mail(?: address)?|present|उपस्थित|హాజరు)$/iu.test(
    text,
  ) ||
  (/(?:\(\d+\)|[\d:])$/.test(text) && isPartInside(text));

/** Names one below the other, perhaps with an address, and what says nothing of a name. */
function names(lines: readonly SheetLine[]): Contents | null {
  // Or all on one line.
  const [only] = lines;
  const rows =
    lines.length === 1 && only ? only.cells.map((cell) => [cell]) : lines.map(({ cells }) => cells);
  const entries: Entry[] = [];
  const unread: string[] = [];
  let [isOutside, isTitled] = [false, false];
  for (const cells of rows) {
    const text = cells.join(' ').trim();
    const said = text.replace(/^[•*\-–\d.)\s]+(?=\p{L})/u, '');
    const [mail = ''] = /[^\s<>()]+@[^\s<>()]+/u.exec(said) ?? [];
    const name = said
      .replace(mail, '')
      .replaceAll(/[<(]\s*[>)]|[,\s]+$/gu, '')
      .trim();
    // A comma may stand in brackets: (Host, me).
    const isName =
      cells.filter((cell) => !['', mail].includes(cell.trim())).length < 2 ||
      /^[^()]+\([^()]*\)$/u.test(said);
    if (isTitle(said)) [isOutside, isTitled] = [false, true];
    else if (isPartOutside(said) || isWaiting(said)) isOutside = true;
    // At most one short number: Ravi 2, Galaxy M12.
    else if (isName && (name === '' ? mail !== '' : /^\p{L}[^\d:;@]{0,60}(?:\d{1,4}[^\d:;@]*)?$/u.test(name)))
      entries.push({ ...nameAlone(name || mail), email: mail.toLowerCase(), isOutside, written: '' });
    else if (/[\p{L}\d]/u.test(text) && !/^(?:total|count)\b/iu.test(text)) unread.push(text);
  }
  const all = entries.length + unread.length;
  if (entries.length < (isTitled ? 1 : 2) || entries.length * 3 < all * 2) return null;
  const once = new Map(entries.map((entry) => [entry.name, entry]));
  return { entries: [...once.values()], heads: [noHead], unread, isPartial: false, questions: [] };
}

/** The first layout that knows the lines reads them. */
export const contentsOf = (
  lines: readonly SheetLine[],
  at: MomentReader,
  answers: ColumnAnswers = {},
): Contents | null => chat(lines) ?? tablesOfPeople(lines, at, answers) ?? names(lines);
