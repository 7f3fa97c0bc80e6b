import type { SheetRow } from '@gurukul/contract/payment-upload';
import { randomFor } from '#server/db/seed/random.ts';
import type { Random } from '#server/db/seed/random.ts';

/** A student in one of their courses, as the file's author knows them. */
export interface KnownStudent {
  readonly id: number;
  readonly fullname: string;
  readonly email_id: string;
  readonly phone_number: string;
  readonly course_name: string;
}

/** The right answer for a row. */
export interface Label {
  /** The kind of dirt. */
  readonly kind: string;
  /** The student of the payment; null: none. */
  readonly student: number | null;
  /**
   * `match`: must be found. `ask`: a person has to decide. `either`: found correctly, or a person decides. `refuse`: a
   * problem.
   */
  readonly expected: 'match' | 'ask' | 'either' | 'nobody' | 'refuse';
  readonly amount: string;
  /** yyyy-mm-dd */
  readonly day: string;
}

export interface DirtyFile {
  readonly rows: readonly SheetRow[];
  readonly labels: ReadonlyMap<number, Label>;
}

const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');

/** One typo inside a word of at least five letters, not at its start. */
function mistype(random: Random, text: string): string {
  const words = text.split(' ');
  const places = words.flatMap((word, index) => (word.length >= 5 ? [index] : []));
  if (places.length === 0) return text;
  const place = random.pick(places);
  const word = words[place]!;
  const at = random.between(1, word.length - 2);
  const slipped = random.pick([
    () => word.slice(0, at) + word.slice(at + 1),
    () => word.slice(0, at) + word[at] + word.slice(at),
    () => word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2),
    () => word.slice(0, at) + random.pick(letters) + word.slice(at + 1),
  ])();
  return words.with(place, slipped).join(' ');
}

const swapped = (name: string) => {
  const words = name.split(' ');
  return [words.at(-1)!, ...words.slice(0, -1)].join(' ');
};

const dirtyName = (random: Random, name: string) =>
  random.pick([
    () => swapped(name),
    () => name.toUpperCase(),
    () => `  ${name.replace(' ', '   ')} `,
    () => `Shri ${name}`,
    () => name.replaceAll('a', 'á'),
    () => name.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)),
    () => swapped(name).toLowerCase(),
  ])();

const dirtyEmail = (random: Random, email: string) =>
  random.pick([
    () => email.toUpperCase(),
    () => ` ${email} `,
    () => `${email.split('@')[0]} <${email}>`,
    () => `mailto:${email}`,
    () => `${email};`,
  ])();

const dirtyPhone = (random: Random, phone: string) => {
  const digits = phone.replaceAll(/\D/g, '');
  const local = digits.slice(-10);
  return random.pick([
    () => `+${digits}`,
    () => digits,
    () => `00${digits}`,
    () => `0${local}`,
    () => `${local.slice(0, 5)} ${local.slice(5)}`,
    () => `+${digits.slice(0, -10)}-${local}`,
    () => `${local}.0`,
  ])();
};

const dirtyAmount = (random: Random): readonly [text: string, amount: string] => {
  const rupees = random.between(1, 250_000);
  const paise = random.pick(['00', '50', '05', '99']);
  const western = rupees.toLocaleString('en-US');
  const indian = rupees.toLocaleString('en-IN');
  return [
    random.pick([
      `${rupees}.${paise}`,
      `₹ ${indian}.${paise}`,
      `Rs. ${indian}.${paise}`,
      `INR ${western}.${paise}`,
      `${western}.${paise}`,
    ]),
    `${rupees}.${paise}`,
  ];
};

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A past day in one of the offices' formats; numeric dates are always day first. */
function dirtyDate(random: Random, today: string): readonly [text: string, day: string] {
  const date = new Date(Date.parse(today) - random.between(2, 700) * 86_400_000);
  const day = date.toISOString().slice(0, 10);
  const [y = '', m = '', d = ''] = day.split('-');
  const month = monthNames[Number(m) - 1]!;
  const serial = Math.round((date.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000);
  return [
    random.pick([
      day,
      `${d}/${m}/${y}`,
      `${d}-${m}-${y}`,
      `${Number(d)} ${month} ${y}`,
      `${d}-${month}-${y.slice(2)}`,
      String(serial),
      `${day} 14:05:00`,
    ]),
    day,
  ];
}

/**
 * A rough number of different letters. Names with a small distance may be mistaken for each other, and asking is right.
 */
function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const now = [i];
    for (let j = 1; j <= b.length; j += 1) {
      now[j] = Math.min(before[j]! + 1, now[j - 1]! + 1, before[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    before = now;
  }
  return before[b.length]!;
}

const plain = (name: string) => name.toLowerCase().split(' ').toSorted().join(' ');

/**
 * A file as an office collects it in months, each row with its answer. The answers come from the making of the row and
 * from this file's own idea of similar names, not from the tested rules.
 */
export function dirtyFile(
  students: readonly KnownStudent[],
  shared: readonly (readonly [KnownStudent, KnownStudent])[],
  { size, seed, today }: { readonly size: number; readonly seed: string; readonly today: string },
): DirtyFile {
  const random = randomFor(seed);
  const byCourse = Map.groupBy(students, ({ course_name }) => course_name);
  const people = new Map(students.map((student) => [student.id, student]));
  const phoneOwners = Map.groupBy([...people.values()], ({ phone_number }) =>
    phone_number.replaceAll(/\D/g, ''),
  );
  const owners = ({ phone_number }: KnownStudent) =>
    phoneOwners.get(phone_number.replaceAll(/\D/g, ''))?.length ?? 0;

  /** Another student of the course with a similar name. */
  const hasNear = (student: KnownStudent, name: string) =>
    byCourse
      .get(student.course_name)!
      .some((other) => other.id !== student.id && distance(plain(other.fullname), plain(name)) <= 2);
  const another = (student: KnownStudent) => {
    for (;;) {
      const other = random.pick(byCourse.get(student.course_name)!);
      const isAlike =
        distance(plain(other.fullname), plain(student.fullname)) <= 4 ||
        other.phone_number === student.phone_number;
      if (other.id !== student.id && !isAlike) return other;
    }
  };

  type Cells = Omit<SheetRow, 'row' | 'payment_id' | 'amount' | 'created_at' | 'status'>;
  type Made = readonly [Cells, Pick<Label, 'student' | 'expected'>];
  const clean = (student: KnownStudent): Cells => ({
    full_name: student.fullname,
    course_name: student.course_name,
    email_id: student.email_id,
    phone_number: student.phone_number,
  });
  const isHis = (student: KnownStudent): Pick<Label, 'student' | 'expected'> => ({
    student: student.id,
    expected: 'match',
  });
  const nearly = (student: KnownStudent, name: string): Pick<Label, 'student' | 'expected'> => ({
    student: student.id,
    expected: hasNear(student, name) ? 'either' : 'match',
  });

  const kinds: Readonly<Record<string, readonly [weight: number, make: (student: KnownStudent) => Made]>> = {
    clean: [20, (s) => [clean(s), isHis(s)]],
    'dirty email': [10, (s) => [{ ...clean(s), email_id: dirtyEmail(random, s.email_id) }, isHis(s)]],
    'dirty name': [8, (s) => [{ ...clean(s), full_name: dirtyName(random, s.fullname) }, isHis(s)]],
    'mistyped name': [6, (s) => [{ ...clean(s), full_name: mistype(random, s.fullname) }, isHis(s)]],
    'paid by a parent': [
      4,
      (s) => [
        { ...clean(s), full_name: 'Zebulon Quartermaine' },
        { student: null, expected: 'ask' },
      ],
    ],
    'no email, dirty phone': [
      10,
      (s) => [
        { ...clean(s), email_id: '', phone_number: dirtyPhone(random, s.phone_number) },
        owners(s) > 1 ? { student: s.id, expected: 'either' } : isHis(s),
      ],
    ],
    'no email, dirty phone and name': [
      6,
      (s) => [
        {
          ...clean(s),
          email_id: '',
          full_name: dirtyName(random, s.fullname),
          phone_number: dirtyPhone(random, s.phone_number),
        },
        owners(s) > 1 ? { student: s.id, expected: 'either' } : isHis(s),
      ],
    ],
    'mistyped email': [
      5,
      (s) => [
        { ...clean(s), email_id: s.email_id.replace('@', 'x@') },
        owners(s) > 1 ? { student: s.id, expected: 'either' } : isHis(s),
      ],
    ],
    'name alone': [5, (s) => [{ ...clean(s), email_id: '', phone_number: '' }, nearly(s, s.fullname)]],
    'dirty name alone': [
      3,
      (s) => [
        { ...clean(s), email_id: '', phone_number: '', full_name: dirtyName(random, s.fullname) },
        nearly(s, s.fullname),
      ],
    ],
    'mistyped name alone': [
      3,
      (s) => {
        const name = mistype(random, s.fullname);
        return [{ ...clean(s), email_id: '', phone_number: '', full_name: name }, nearly(s, name)];
      },
    ],
    'shared phone, his name': [
      3,
      () => {
        const [one, two] = random.pick(shared);
        const student = random.chance(0.5) ? one : two;
        return [
          { ...clean(student), email_id: '' },
          { student: student.id, expected: 'either' },
        ];
      },
    ],
    'shared phone, no name': [
      2,
      () => [
        { ...clean(random.pick(shared)[0]), email_id: '', full_name: '' },
        { student: null, expected: 'ask' },
      ],
    ],
    'shared phone, family name alone': [
      2,
      () => {
        const [one, two] = random.pick(shared);
        const family = one.fullname.split(' ').at(-1)!;
        const isShared = family === two.fullname.split(' ').at(-1);
        return [
          { ...clean(one), email_id: '', full_name: family },
          isShared ? { student: null, expected: 'ask' } : { student: one.id, expected: 'either' },
        ];
      },
    ],
    'email and phone of two': [
      3,
      (s) => [
        { ...clean(s), phone_number: another(s).phone_number },
        { student: null, expected: 'ask' },
      ],
    ],
    'email of one, name of another': [
      3,
      (s) => [
        { ...clean(s), phone_number: '', full_name: another(s).fullname },
        { student: null, expected: 'ask' },
      ],
    ],
    'phone of one, name of another': [
      3,
      (s) => [
        { ...clean(s), email_id: '', full_name: another(s).fullname },
        { student: null, expected: 'ask' },
      ],
    ],
    'name of a student, email and phone of a stranger': [
      2,
      (s) => [
        { ...clean(s), email_id: 'somebody.quite.else@example.org', phone_number: '+91 60000 00001' },
        { student: null, expected: 'ask' },
      ],
    ],
    stranger: [
      4,
      (s) => [
        {
          full_name: `Quentin Oxenfurt ${random.between(1, 99)}`,
          course_name: s.course_name,
          email_id: `stranger${random.between(1, 9999)}@example.org`,
          phone_number: '',
        },
        { student: null, expected: 'nobody' },
      ],
    ],
  };
  const kindNames = Object.entries(kinds).map(([name, [weight]]) => [name, weight] as const);

  const broken: readonly (readonly [string, Partial<SheetRow>])[] = [
    ['formula as amount', { amount: '=B2*1.18' }],
    ['formula as id', { payment_id: '=CONCAT("pay",A2)' }],
    ['negative', { amount: '-1200.00' }],
    ['three decimals', { amount: '1200.505' }],
    ['no amount', { amount: '' }],
    ['no date', { created_at: '' }],
    ['unreadable date', { created_at: '31/02/2026' }],
    ['unknown course', { course_name: 'Underwater Basket Weaving' }],
    ['no course', { course_name: '' }],
    ['no id', { payment_id: '' }],
    ['shortened id', { payment_id: '1.23457E+14' }],
    ['no status', { status: '' }],
  ];

  const labels = new Map<number, Label>();
  const rows = Array.from({ length: size }, (_, index): SheetRow => {
    const row = index + 2;
    const kind = random.weighted(kindNames);
    const [cells, answer] = kinds[kind]![1](random.pick(students));
    const [amountText, amount] = dirtyAmount(random);
    const [dateText, day] = dirtyDate(random, today);
    const status = random.pick(['success', 'Success', 'failed', 'pending', 'refunded']);
    const made = {
      row,
      payment_id: `pay_${seed}_${row}`,
      amount: amountText,
      created_at: dateText,
      status,
      ...cells,
    };
    if (!random.chance(0.04)) {
      labels.set(row, { kind, ...answer, amount, day });
      return made;
    }
    const [problem, wrong] = random.pick(broken);
    labels.set(row, { kind: problem, student: null, expected: 'refuse', amount, day });
    return { ...made, ...wrong };
  });
  return { rows, labels };
}
