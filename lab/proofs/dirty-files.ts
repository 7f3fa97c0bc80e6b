import type { Random } from '../../server/db/seed/random.ts';
import { pack, textOf, type Packed } from './dirty-containers.ts';
import {
  amount,
  dayColumn,
  mail,
  name,
  phone,
  timeStyles,
  zoneStyles,
  type Cell,
  type Spelled,
} from './dirty-spellings.ts';
import type { Pupil } from './pupils.ts';

/*
 * Dirty files for every door, each made from a truth: any container, headings of many products and languages, columns
 * that are something else, and every spelling of each value.
 */

export const doors = ['payments', 'statement', 'students', 'bring students', 'marks'] as const;
export type Door = (typeof doors)[number];

export interface TrueRow {
  /** Its number in the file. */
  readonly row: number;
  readonly fields: Readonly<Record<string, Spelled>>;
}

export interface DirtyFile extends Packed {
  readonly door: Door;
  readonly layout: string;
  /** The place in the file of each field. */
  readonly columns: Readonly<Record<string, readonly number[]>>;
  readonly truth: readonly TrueRow[];
  /** What a person answers when they are asked. */
  readonly order: 'day_first' | 'month_first';
  readonly currency: string;
}

export const world = { course: 'Bhagavad Gita', klass: 'Evening' };

/** Headings of one product, and columns of it that are no field. */
interface Layout {
  readonly name: string;
  readonly fields: Readonly<Record<string, Cell>>;
  readonly others: readonly (readonly [heading: string, cell: (random: Random) => Cell])[];
  /** Minutes ahead of UTC, where the layout says it. */
  readonly ahead?: number;
  readonly currency?: 'INR' | 'EUR' | 'USD';
}

const money = (random: Random) => random.between(1, 9999) + 0.5;
const code = (prefix: string) => (random: Random) => `${prefix}${random.between(1e9, 9e9)}`;
const words =
  (...some: string[]) =>
  (random: Random) =>
    random.pick(some);
const someDay = (random: Random) => `2026-0${random.between(1, 9)}-1${random.between(0, 9)}`;

const paymentLayouts: readonly Layout[] = [
  {
    name: 'by hand',
    fields: {
      payment_id: 'Payment ID',
      created_at: 'Date',
      full_name: 'Name',
      email_id: 'Email',
      phone_number: 'Phone',
      course_name: 'Course',
      amount: 'Amount',
      status: 'Status',
    },
    others: [
      ['Due date', someDay],
      ['Balance', money],
      ['Discount', () => 0],
      ['Mode', words('UPI', 'Cash', 'Card')],
      ['Remarks', words('', 'paid by father')],
    ],
  },
  {
    name: 'by hand, abbreviated',
    fields: {
      payment_id: 'Txn No.',
      created_at: 'Paid on',
      full_name: "Student's Name",
      email_id: 'E-mail ID',
      phone_number: 'Mob. No.',
      course_name: 'Programme',
      amount: 'Amt (INR)',
      status: 'Payment Status',
    },
    others: [
      ['S.No', (random) => random.between(1, 99)],
      ['Total fee', money],
      ['Receipt', code('R')],
    ],
    currency: 'INR',
  },
  {
    name: 'Razorpay',
    fields: {
      payment_id: 'id',
      amount: 'amount',
      currency: 'currency',
      status: 'status',
      email_id: 'email',
      phone_number: 'contact',
      created_at: 'created_at',
      course_name: 'course',
    },
    others: [
      ['order_id', code('order_')],
      ['invoice_id', code('inv_')],
      ['method', words('upi', 'card')],
      ['amount_refunded', () => 0],
      ['fee', money],
      ['tax', money],
      ['card_id', code('card_')],
      ['notes', () => '{"class":"Morning"}'],
    ],
  },
  {
    name: 'Stripe',
    fields: {
      payment_id: 'id',
      created_at: 'Created (UTC)',
      amount: 'Amount',
      currency: 'Currency',
      status: 'Status',
      email_id: 'Customer Email',
      full_name: 'Customer Description',
      course_name: 'Program',
    },
    others: [
      ['Amount Refunded', () => 0],
      ['Fee', money],
      ['Customer ID', code('cus_')],
      ['Invoice ID', code('in_')],
      ['Card ID', code('card_')],
      ['Description', () => 'Subscription update'],
    ],
    ahead: 0,
  },
  {
    name: 'PayPal',
    fields: {
      created_at: 'Date',
      time: 'Time',
      zone: 'TimeZone',
      full_name: 'Name',
      status: 'Status',
      currency: 'Currency',
      amount: 'Gross',
      email_id: 'From Email Address',
      payment_id: 'Transaction ID',
      course_name: 'Course title',
    },
    others: [
      ['Type', words('Website Payment', 'Mobile Payment')],
      ['Fee', () => -1.5],
      ['Net', money],
      ['To Email Address', () => 'office@gurukul.test'],
      ['Item ID', code('')],
      ['Receipt ID', code('')],
      ['Balance', money],
    ],
  },
  {
    name: 'Square',
    fields: {
      created_at: 'Date',
      time: 'Time',
      zone: 'Time Zone',
      payment_id: 'Payment ID',
      amount: 'Total Collected',
      full_name: 'Customer Name',
      course_name: 'Course',
      status: 'Status',
      email_id: 'Customer Email',
    },
    others: [
      ['Fees', money],
      ['Net Total', money],
      ['Tax', () => 0],
      ['Tip', () => 0],
      ['Device Name', words('Till')],
      ['Transaction ID', code('')],
    ],
    currency: 'USD',
  },
  {
    name: 'Cashfree',
    fields: {
      payment_id: 'CF Payment Id',
      created_at: 'Transaction Time',
      amount: 'Transaction Amount',
      currency: 'Transaction Currency',
      status: 'Transaction Status',
      full_name: 'Customer Name',
      email_id: 'Customer Email',
      phone_number: 'Customer Phone',
      course_name: 'Course',
    },
    others: [
      ['Order Id', code('')],
      ['Reference Id', code('')],
      ['Settlement Amount', money],
      ['Service Charge', money],
    ],
  },
  {
    name: 'Zoho Books',
    fields: {
      payment_id: 'Payment Number',
      created_at: 'Date',
      full_name: 'Customer Name',
      email_id: 'Email',
      amount: 'Amount',
      currency: 'Currency Code',
      status: 'Payment Status',
      course_name: 'Course Name',
    },
    others: [
      ['Reference Number', code('')],
      ['Unused Amount', money],
      ['Exchange Rate', () => 1],
      ['Payment Mode', words('Bank Transfer')],
      ['CustomerPayment ID', code('')],
      ['Bank Charges', () => 0],
    ],
  },
  {
    name: 'Google Forms in Telugu',
    fields: {
      created_at: 'Timestamp',
      full_name: 'పూర్తి పేరు',
      email_id: 'ఇమెయిల్',
      phone_number: 'ఫోన్ నంబర్',
      amount: 'చెల్లించిన మొత్తం',
      payment_id: 'చెల్లింపు ఐడి',
      course_name: 'కోర్సు',
      status: 'స్థితి',
    },
    others: [['మీ ప్రశ్నలు', words('', 'లేదు')]],
    currency: 'INR',
  },
  {
    name: 'by hand in Hindi',
    fields: {
      payment_id: 'भुगतान आईडी',
      created_at: 'तारीख',
      full_name: 'नाम',
      email_id: 'ईमेल',
      phone_number: 'फ़ोन',
      course_name: 'कोर्स',
      amount: 'राशि',
      status: 'स्थिति',
    },
    others: [['शेष', money]],
    currency: 'INR',
  },
  {
    name: 'by hand in German',
    fields: {
      payment_id: 'Zahlungsnummer',
      created_at: 'Datum',
      full_name: 'Name',
      email_id: 'E-Mail',
      phone_number: 'Telefon',
      course_name: 'Kurs',
      amount: 'Betrag (EUR)',
      status: 'Status',
    },
    others: [
      ['Bemerkung', words('', 'bar')],
      ['Gebühr', money],
    ],
    currency: 'EUR',
  },
  {
    name: 'by hand in French',
    fields: {
      payment_id: 'Référence',
      created_at: 'Date de paiement',
      full_name: 'Nom',
      email_id: 'Adresse e-mail',
      phone_number: 'Téléphone',
      course_name: 'Cours',
      amount: 'Montant',
      status: 'Statut',
    },
    others: [['Solde', money]],
    currency: 'EUR',
  },
];

const studentLayouts: readonly Layout[] = [
  {
    name: 'template',
    fields: {
      first_name: 'First name',
      last_name: 'Last name',
      email_id: 'Email',
      phone_number: 'Phone number',
      course_name: 'Course',
      class_name: 'Class',
      dob: 'Date of birth',
    },
    others: [],
  },
  {
    name: 'by hand',
    fields: {
      full_name: 'Student Name',
      email_id: 'Email ID',
      phone_number: 'Mobile No.',
      course_name: 'Course',
      class_name: 'Class / Batch',
      dob: 'DOB',
    },
    others: [
      ["Father's Name", words('Raman', 'Krishnan')],
      ["Father's mobile", () => '9000000001'],
      ['Fee', money],
      ['Roll No', (random) => random.between(1, 99)],
    ],
  },
  {
    name: 'by hand with parents',
    fields: {
      full_name: 'Name of the student',
      email_id: 'Mail id',
      phone_number: 'WhatsApp number',
      course_name: 'Program',
      class_name: 'Section',
      dob: 'Birth date',
    },
    others: [
      ['Mother name', words('Uma', 'Sita')],
      ['Guardian email', () => 'guardian@home.test'],
      ['Admission date', someDay],
    ],
  },
  {
    name: 'Google Forms',
    fields: {
      full_name: "What is your child's full name?",
      email_id: 'What is the best email address to reach you?',
      phone_number: 'Your WhatsApp number with country code',
      course_name: 'Which course would you like to join?',
      class_name: 'Which batch do you prefer?',
      dob: "Child's date of birth",
    },
    others: [
      ['Timestamp', someDay],
      ['How did you hear about us?', words('friend', 'web')],
    ],
  },
  {
    name: 'in Telugu',
    fields: {
      full_name: 'పూర్తి పేరు',
      email_id: 'ఇమెయిల్',
      phone_number: 'ఫోన్ నంబర్',
      course_name: 'కోర్సు',
      class_name: 'తరగతి',
      dob: 'పుట్టిన తేదీ',
    },
    others: [['తండ్రి పేరు', words('రామన్', 'కృష్ణ')]],
  },
  {
    name: 'in Hindi',
    fields: {
      full_name: 'नाम',
      email_id: 'ईमेल',
      phone_number: 'मोबाइल',
      course_name: 'कोर्स',
      class_name: 'कक्षा',
      dob: 'जन्म तिथि',
    },
    others: [['पिता का नाम', words('राम', 'श्याम')]],
  },
  {
    name: 'Google Workspace',
    fields: {
      first_name: 'First Name [Required]',
      last_name: 'Last Name [Required]',
      email_id: 'Email Address [Required]',
      phone_number: 'Mobile Phone',
      course_name: 'Course',
      class_name: 'Batch',
      dob: 'Birthday',
    },
    others: [
      ['Password [Required]', () => '****'],
      ['Org Unit Path [Required]', () => '/'],
      ['Recovery Email', () => 'other@home.test'],
    ],
  },
  {
    name: 'in German',
    fields: {
      first_name: 'Vorname',
      last_name: 'Nachname',
      email_id: 'E-Mail-Adresse',
      phone_number: 'Telefon',
      course_name: 'Kurs',
      class_name: 'Gruppe',
      dob: 'Geburtsdatum',
    },
    others: [['Ort', words('Pune')]],
  },
];

const statementLayouts: readonly Layout[] = [
  {
    name: 'HDFC',
    fields: {
      date: 'Date',
      description: 'Narration',
      reference: 'Chq./Ref.No.',
      debit: 'Withdrawal Amt.',
      credit: 'Deposit Amt.',
      balance: 'Closing Balance',
    },
    others: [['Value Dt', someDay]],
    currency: 'INR',
  },
  {
    name: 'ICICI',
    fields: {
      date: 'Transaction Date',
      description: 'Transaction Remarks',
      debit: 'Withdrawal Amount (INR )',
      credit: 'Deposit Amount (INR )',
      balance: 'Balance (INR )',
    },
    others: [
      ['S No.', (random) => random.between(1, 99)],
      ['Cheque Number', () => '-'],
    ],
    currency: 'INR',
  },
  {
    name: 'SBI',
    fields: {
      date: 'Txn Date',
      description: 'Description',
      reference: 'Ref No./Cheque No.',
      debit: 'Debit',
      credit: 'Credit',
      balance: 'Balance',
    },
    others: [['Branch Code', () => 4711]],
    currency: 'INR',
  },
  {
    name: 'with a direction',
    fields: { date: 'Date', description: 'Particulars', amount: 'Amount', direction: 'Dr/Cr' },
    others: [['Mode', words('NEFT', 'UPI')]],
    currency: 'INR',
  },
  {
    name: 'signed',
    fields: { date: 'Posting Date', description: 'Description', amount: 'Amount', details: 'Details' },
    others: [['Check or Slip #', () => '']],
    currency: 'USD',
  },
  {
    name: 'NAB',
    fields: { date: 'Date', description: 'Transaction Details', amount: 'Amount' },
    others: [
      ['Transaction Type', words('TRANSFER', 'FEES', 'MISC')],
      ['Merchant Name', () => ''],
    ],
    currency: 'USD',
  },
  {
    name: 'in German',
    fields: { date: 'Buchungstag', description: 'Verwendungszweck', amount: 'Betrag' },
    others: [
      ['Währung', () => 'EUR'],
      ['Beguenstigter/Zahlungspflichtiger', words('Asha Rao')],
      ['Valutadatum', someDay],
    ],
    currency: 'EUR',
  },
  {
    name: 'in French',
    fields: { date: 'Date', description: 'Libellé', debit: 'Débit', credit: 'Crédit' },
    others: [['Date de valeur', someDay]],
    currency: 'EUR',
  },
  {
    name: 'Tally',
    fields: { date: 'Date', description: 'Particulars', debit: 'Debit', credit: 'Credit' },
    others: [
      ['Vch Type', words('Receipt', 'Payment')],
      ['Vch No.', (random) => random.between(1, 500)],
    ],
    currency: 'INR',
  },
  {
    name: 'Wise',
    fields: {
      date: 'Date',
      description: 'Description',
      amount: 'Amount',
      currency: 'Currency',
      balance: 'Running Balance',
    },
    others: [
      ['TransferWise ID', code('TRANSFER-')],
      ['Total fees', () => 0],
      ['Exchange Rate', () => ''],
    ],
    currency: 'EUR',
  },
];

const sure = (cell: Cell, truth: string | null, as = 'plain'): Spelled => ({ cell, truth, as });

const firsts = [
  'Asha',
  'Ravi',
  'Meena',
  'Kiran',
  'Lalitha',
  'Suresh',
  'Divya',
  'Arjun',
  'José',
  'లలిత',
  'लक्ष्मी',
  'தமிழ்',
];
const lasts = ['Rao', 'Sharma', 'Iyer', 'Nair', 'Müller', "O'Neil", 'Rao-Iyer', 'శర్మ'];

const payers = [
  'Zubin Irani',
  'Žofia Nováková',
  '王小明',
  'Ольга Петрова',
  'Fatima Sheikh',
  'Nguyễn Văn An',
  'T. V. Chellappa',
  'Zoya D’Souza',
];

const dayBetween = (random: Random, from: string, to: string) => {
  const [start, end] = [Date.parse(from) / 86_400_000, Date.parse(to) / 86_400_000];
  return new Date(random.between(start, end) * 86_400_000).toISOString().slice(0, 10);
};

/** Puts the fields and other columns of a layout in some order, and packs them. */
function build(
  random: Random,
  door: Door,
  layout: Layout,
  made: readonly Readonly<Record<string, Spelled>>[],
  {
    summed = '',
    merged = '',
    ...said
  }: { summed?: string; merged?: string; order: 'day' | 'month' | null; isBook: boolean },
): DirtyFile {
  const columns = [
    ...Object.entries(layout.fields).map(([field, heading]) => ({ field, heading, cell: null })),
    ...layout.others
      .filter(() => random.chance(0.7))
      .map(([heading, cell]) => ({ field: '', heading, cell })),
  ];
  const ordered = random.chance(0.5)
    ? columns
    : random.sample(columns, columns.length).toSorted(() => random.next() - 0.5);
  const rows = made.map((fields) =>
    ordered.map(({ field, cell }) => (cell === null ? (fields[field]?.cell ?? '') : cell(random))),
  );
  const at = (field: string) => ordered.findIndex((each) => each.field === field);
  const packed = pack(
    random,
    {
      headings: ordered.map(({ heading }) => heading),
      rows,
      summed: summed === '' || at(summed) === -1 ? null : at(summed),
      merged: merged === '' || at(merged) === -1 ? null : at(merged),
    },
    said.isBook,
  );
  return {
    ...packed,
    door,
    layout: layout.name,
    columns: Object.fromEntries(
      Object.keys(layout.fields).map((field) => [field, [packed.places[at(field)]!]]),
    ),
    truth: made.map((fields, index) => ({ row: packed.rows[index]!, fields })),
    order: said.order === 'month' ? 'month_first' : 'day_first',
    currency: layout.currency ?? 'INR',
  };
}

const statuses: readonly (readonly [string, string | null])[] = [
  ['success', 'success'],
  ['Success', 'success'],
  ['captured', 'success'],
  ['Paid', 'success'],
  ['Completed', 'success'],
  ['succeeded', 'success'],
  ['failed', 'failed'],
  ['Pending', 'pending'],
  ['\u00a0Paid\u200b', 'success'],
];

function payments(random: Random, tag: string, count: number): DirtyFile {
  const layout = random.pick(paymentLayouts);
  const isBook = random.chance(0.5);
  const days = dayColumn(random, isBook);
  const currency = layout.currency ?? random.pick(['INR', 'INR', 'EUR', 'USD'] as const);
  const hasTimes = layout.fields['time'] !== undefined || layout.ahead !== undefined || random.chance(0.4);
  const [timeAs, time] = random.pick(timeStyles);
  const [zone, winter, summer] = random.pick(zoneStyles);
  const ids = random.pick([
    (n: number) => `pay_${tag}${String(n).padStart(10, 'A')}`,
    (n: number) => `${String(n).padStart(2, '0')}${tag.toUpperCase()}XYZ12345678901`.slice(0, 17),
    (n: number) => `TXN-${tag}-${n}`,
    (n: number) => String(420_000_000_000 + n * 1000 + Number(tag.slice(1))),
  ]);
  const made = Array.from({ length: count }, (_, n) => {
    // Not in the weeks in which clocks are changed.
    const isWinter = random.chance(0.5);
    const year = random.pick(isWinter ? [2024, 2025, 2026] : [2023, 2024, 2025, 2026]);
    const iso = isWinter
      ? dayBetween(random, `${year - 1}-11-08`, `${year}-03-01`)
      : dayBetween(random, `${year}-04-08`, `${year}-10-20`);
    const day = days.spell(iso);
    const isText = typeof day.cell === 'string';
    const minutes = random.between(0, 1439);
    const written = time(Math.floor(minutes / 60), minutes % 60);
    const isApart = layout.fields['time'] !== undefined;
    const hasTime = isApart || (hasTimes && isText && day.as !== 'weekday behind');
    const ahead = layout.fields['zone'] === undefined ? (layout.ahead ?? 330) : isWinter ? winter : summer;
    const instant = new Date(Date.parse(`${iso}T00:00:00Z`) + (minutes - ahead) * 60_000).toISOString();
    const [status, counted] = random.chance(0.04) ? (['sucess', null] as const) : random.pick(statuses);
    const person = random.pick(payers);
    return {
      payment_id: sure(ids(n), ids(n)),
      created_at:
        hasTime && !isApart
          ? { cell: `${textOf(day.cell)} ${written}`, truth: instant, as: `${day.as}, ${timeAs}` }
          : {
              ...day,
              truth: hasTime ? instant : iso,
              as: `${day.as}, ${isApart ? `${timeAs}, ${zone}` : ''}`,
            },
      time: sure(written, null),
      zone: sure(zone, null),
      full_name: sure(random.pick([person, `  ${person}\u00a0`, `${person}\u200b`]), person),
      email_id: mail(random, `a${n}.${tag}@home.test`, `b${n}.${tag}@home.test`),
      phone_number: phone(random),
      course_name: sure(
        random.pick([world.course, world.course.toUpperCase(), ` ${world.course}\u00a0`, 'Bhagavad  Gita']),
        world.course,
      ),
      amount: amount(random, currency),
      currency: sure(random.pick([currency, currency.toLowerCase()]), currency),
      status: sure(status, counted),
    };
  });
  const file = build(random, 'payments', layout, made, {
    summed: 'amount',
    merged: 'course_name',
    order: days.order,
    isBook,
  });
  return { ...file, currency };
}

function statement(random: Random, tag: string, count: number): DirtyFile {
  const layout = random.pick(statementLayouts);
  const isBook = random.chance(0.5);
  const days = dayColumn(random, isBook);
  const currency = layout.currency ?? 'INR';
  const isSingle = layout.fields['amount'] !== undefined;
  const hasDirection = layout.fields['direction'] !== undefined;
  const minus = random.pick([
    (text: string) => `-${text}`,
    (text: string) => `(${text})`,
    (text: string) => `${text}-`,
    (text: string) => `${text} Dr`,
    (text: string) => `\u2212${text}`,
  ]);
  const dates = Array.from({ length: count }, () =>
    dayBetween(random, '2026-09-01', '2026-11-20'),
  ).toSorted();
  let balance = 100_000;
  const made = dates.map((iso, n) => {
    const isOut = random.chance(0.35);
    const whole = random.between(1, 250_000);
    const cents = String(random.between(0, 99)).padStart(2, '0');
    const isEuro = currency === 'EUR' && layout.name !== 'Wise';
    const sums: readonly string[] = isEuro
      ? [`${whole.toLocaleString('de')},${cents}`, `${whole},${cents}`]
      : [`${whole}.${cents}`, `${whole.toLocaleString(currency === 'INR' ? 'en-IN' : 'en-US')}.${cents}`];
    const text = random.pick(sums);
    const net = `${isOut ? '-' : ''}${whole}.${cents}`;
    balance += Number(net);
    const empty = random.pick(['', '', '-', '0.00', '\u00a0']);
    const signed = isOut && !hasDirection ? minus(text) : text;
    return {
      date: days.spell(iso),
      description: sure(
        random.pick([`UPI ${tag}${n} Asha Rao`, `NEFT ${tag}${n}\nGurukul`, `"Fee" ${tag}${n}; paid`]),
        `${tag}${n}`,
      ),
      reference: sure(`${tag}${n}`, null),
      ...(isSingle
        ? { amount: sure(signed, net, 'amount') }
        : {
            debit: sure(isOut ? text : empty, net, 'debit'),
            credit: sure(isOut ? empty : text, net, 'credit'),
          }),
      details: sure(isOut ? 'DEBIT' : 'CREDIT', null),
      direction: sure(random.pick(isOut ? ['Dr', 'DR', 'Debit', 'D'] : ['Cr', 'CR', 'Credit', 'C']), null),
      currency: sure(currency, null),
      balance: sure(balance.toFixed(2), null),
    };
  });
  return { ...build(random, 'statement', layout, made, { order: days.order, isBook }), currency };
}

function students(door: 'students' | 'bring students') {
  return (random: Random, tag: string, count: number): DirtyFile => {
    const layout = random.pick(studentLayouts);
    const isBook = random.chance(0.5);
    const days = dayColumn(random, isBook);
    const made = Array.from({ length: count }, (_, n) => {
      const first = random.pick(firsts);
      const last = `${random.pick(lasts)} ${tag.replaceAll(/\d/gu, (digit) => 'klmnopqrst'[Number(digit)]!)}${'abcdefghijklmnop'[n]!}`;
      const day = days.spell(dayBetween(random, '1960-01-01', '2016-11-20'));
      const isShort = day.as === 'short year' || day.as === 'd-Mon-yy';
      return {
        first_name: sure(random.pick([first, ` ${first}\u00a0`, `${first}\u200b`]), null),
        last_name: sure(last, null),
        full_name: name(random, first, last),
        typed: sure('', `${first} ${last}`),
        email_id: mail(random, `s${n}.${tag}@home.test`, `t${n}.${tag}@home.test`),
        phone_number: phone(random),
        course_name: sure(
          random.pick([world.course, world.course.toUpperCase(), ` ${world.course}\u00a0`]),
          world.course,
        ),
        class_name: sure(
          random.pick([world.klass, world.klass.toLowerCase(), `${world.klass} `]),
          world.klass,
        ),
        // Of two figures nobody knows the century of people of 60. 1970-01-01 is named.
        dob: isShort && day.truth! < '1990' ? sure('', '') : day,
      };
    });
    return build(random, door, layout, made, { merged: 'course_name', order: days.order, isBook });
  };
}

const signSets: readonly (readonly [present: string, absent: string])[] = [
  ['P', 'A'],
  ['Present', 'Absent'],
  ['present', 'absent'],
  ['1', '0'],
  ['✓', '✗'],
  ['Yes', 'No'],
  ['Y', 'N'],
  ['హాజరు', 'గైర్హాజరు'],
  ['उपस्थित', 'अनुपस्थित'],
  ['P ', ' A'],
  ['✔️', 'x'],
  ['Attended', 'Absent'],
  ['TRUE', 'FALSE'],
];

type DayHeading = readonly [name: string, spell: (day: string) => Cell, isBookOnly?: true];
const part = (day: string) => {
  const [y = '', m = '', d = ''] = day.split('-');
  return {
    y,
    m,
    d,
    mon: new Date(day).toLocaleString('en', { month: 'short', timeZone: 'UTC' }),
    week: new Date(day).toLocaleString('en', { weekday: 'short', timeZone: 'UTC' }),
  };
};
const dayHeadings: readonly DayHeading[] = [
  ['iso', (day) => day],
  ['slashes', (day) => `${part(day).d}/${part(day).m}/${part(day).y}`],
  ['short', (day) => `${part(day).d}/${part(day).m}`],
  ['Mon 7 Nov', (day) => `${part(day).week} ${Number(part(day).d)} ${part(day).mon}`],
  ['7-Nov', (day) => `${Number(part(day).d)}-${part(day).mon}`],
  ['7 Nov 2026', (day) => `${Number(part(day).d)} ${part(day).mon} ${part(day).y}`],
  ['in lines', (day) => `${part(day).week}\n${part(day).d}-${part(day).mon}-${part(day).y}`],
  ['hard blank', (day) => `${Number(part(day).d)}\u00a0${part(day).mon}\u00a0${part(day).y}`],
  ['points', (day) => `${part(day).d}.${part(day).m}.${part(day).y.slice(2)}`],
  [
    'Devanagari digits',
    (day) =>
      `${part(day).d}/${part(day).m}/${part(day).y}`.replaceAll(/\d/gu, (digit) =>
        String.fromCodePoint(0x966 + Number(digit)),
      ),
  ],
  ['real', (day) => new Date(`${day}T00:00:00Z`), true],
];

/** A register of a class whose meetings were on these days. */
export function register(random: Random, known: readonly Pupil[], meetings: readonly string[]): DirtyFile {
  const isBook = random.chance(0.5);
  const [present, absent] = random.pick(signSets);
  const days = random.sample(meetings, random.between(2, meetings.length));
  const isList = random.chance(0.3);
  const column = dayColumn(random, isBook);
  const [headingAs, heading] = random.pick(
    dayHeadings.filter(([, , isBookOnly]) => isBook || isBookOnly === undefined),
  );
  const sign = (isPresent: boolean) => (isPresent ? present : absent);
  const statusOf = (isPresent: boolean, day: string): Spelled => ({
    cell: sign(isPresent),
    truth: isPresent ? 'present' : 'absent',
    as: `${present} on ${day}`,
  });
  const namesOf = ({ first, last }: Pupil) =>
    random.pick([
      `${first} ${last}`,
      `${last}, ${first}`,
      `${first}\u00a0${last}`,
      `${first.toUpperCase()} ${last.toUpperCase()}`,
    ]);
  const hasMail = random.chance(0.5);
  const nameHeading = random.pick(['Name', 'Student Name', 'పేరు', 'नाम']);
  const who = (pupil: Pupil) => ({
    full_name: sure(namesOf(pupil), null),
    ...(hasMail ? { email_id: sure(pupil.email, null) } : {}),
    typed: sure('', pupil.email),
  });
  const fields = { full_name: nameHeading, ...(hasMail ? { email_id: 'Email' } : {}) };
  const others: Layout['others'] = [
    ['Roll No', (each) => each.between(1, 99)],
    ['Remarks', words('', 'good')],
    ...(isList ? [] : [['Percentage', () => 80] as const]),
  ];
  if (isList) {
    const made = days.flatMap((day) =>
      known.map((pupil) => {
        const spelled = column.spell(day);
        return {
          ...who(pupil),
          date: spelled,
          mark: statusOf(random.chance(0.7), day),
          day: sure('', day, spelled.as),
        };
      }),
    );
    return build(
      random,
      'marks',
      {
        name: `list, ${present}`,
        fields: { ...fields, date: 'Date', mark: random.pick(['Mark', 'Status', 'Attendance']) },
        others,
      },
      made,
      { order: column.order, isBook },
    );
  }
  const made = known.map((pupil) => ({
    ...who(pupil),
    ...Object.fromEntries(days.map((day) => [`on ${day}`, statusOf(random.chance(0.7), day)])),
  }));
  const file = build(
    random,
    'marks',
    {
      name: `grid, ${present}, ${headingAs}`,
      fields: { ...fields, ...Object.fromEntries(days.map((day) => [`on ${day}`, heading(day)])) },
      others,
    },
    made,
    { order: 'day', isBook },
  );
  return file;
}

export const makers: Readonly<
  Record<Exclude<Door, 'marks'>, (random: Random, tag: string, count: number) => DirtyFile>
> = {
  payments,
  statement,
  students: students('students'),
  'bring students': students('bring students'),
};
