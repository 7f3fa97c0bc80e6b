import { lands } from '../db/seed/names.ts';
import { randomFor } from '../db/seed/random.ts';
import type { Candidate } from '../features/duplicates/find-pairs.ts';

/** How the second entry of one person differs from the first. */
export const duplicateKinds = [
  'typing error in the name, same phone',
  'other transliteration, same birthday',
  'initials, same mail',
  'swapped names',
  'changed mail, same phone and birthday',
  'moved city',
] as const;
export type DuplicateKind = (typeof duplicateKinds)[number];

/** As people spell them. They follow no rule of the search. */
const spellings: readonly (readonly string[])[] = [
  ['Krishna', 'Krushna', 'కృష్ణ'],
  ['Lakshmi', 'Laxmi', 'लक्ष्मी', 'లక్ష్మి'],
  ['Jyothi', 'Jyoti', 'జ్యోతి'],
  ['Geetha', 'Gita', 'गीता'],
  ['Swathi', 'Swati', 'స్వాతి'],
  ['Sowmya', 'Saumya', 'Soumya'],
  ['Keerthi', 'Kirti', 'Keerti'],
  ['Srinivas', 'Sreenivas', 'Shrinivasa'],
  ['Shankar', 'Sankar', 'Shankara'],
  ['Venkat', 'Venkata', 'Wenkat'],
  ['Vijay', 'Vijaya', 'Vijai'],
  ['Nithya', 'Nitya', 'నిత్య'],
  ['Kavitha', 'Kavita', 'कविता'],
  ['Karthik', 'Kartik', 'Kaarthik'],
  ['Satish', 'Sateesh', 'Sathish'],
  ['Pooja', 'Puja', 'पूजा'],
  ['Sita', 'Seetha', 'సీత'],
  ['Ganesh', 'Ganesha', 'गणेश'],
];
const surnames: readonly (readonly string[])[] = [
  ['Murthy', 'Moorthy', 'Murti'],
  ['Reddy', 'Reddi', 'రెడ్డి'],
  ['Chowdary', 'Choudhari', 'Chaudhary'],
  ['Sastry', 'Shastri', 'శాస్త్రి'],
  ['Mishra', 'Misra', 'मिश्रा'],
  ['Banerjee', 'Banerji'],
];

export interface Planted {
  readonly people: readonly Candidate[];
  /** 'one other' with the smaller id first. */
  readonly pairs: ReadonlyMap<string, DuplicateKind>;
}

/** Families of one to four children and common names, with so many people entered twice. */
export function plantDuplicates(count: number, planted: number, seed: string): Planted {
  const random = randomFor(seed);
  const [india] = lands;
  if (india === undefined) throw new Error('no names');
  const firsts = [...india.men, ...india.women];
  const people: Candidate[] = [];
  const phone = () => `91${random.between(600_000_000, 999_999_999)}${random.between(0, 9)}`;
  const day = () => new Date(Date.UTC(random.between(1960, 2016), 0, random.between(1, 365)));
  const dob = () => day().toISOString().slice(0, 10);

  while (people.length < count) {
    const surname = random.pick(india.surnames);
    const parent = `${random.pick(firsts)} ${surname}`;
    const home = {
      phones: [phone()],
      emails: [`${parent.toLowerCase().replace(' ', '.')}${random.between(1, 9999)}@example.org`],
      city: random.pick(india.places).city,
      guardians: [parent],
    };
    const birthday = dob();
    const isTwins = random.chance(0.05);
    const own = random.sample(firsts, random.between(1, 4));
    for (const first of own) {
      people.push({
        ...home,
        id: people.length + 1,
        names: [`${first} ${surname}`],
        dob: isTwins ? birthday : random.chance(0.8) ? dob() : null,
        guardians: random.chance(0.4) ? home.guardians : [],
      });
    }
  }

  const pairs = new Map<string, DuplicateKind>();
  const taken = new Set<number>();
  const fresh = {
    phones: () => [phone()],
    emails: (n: number) => [`someone.${n}.${random.between(1, 99)}@else.test`],
  };
  for (let n = 0; n < planted; n += 1) {
    const kind = duplicateKinds[n % duplicateKinds.length]!;
    let at = random.between(0, count - 1);
    while (taken.has(at)) at = random.between(0, count - 1);
    taken.add(at);
    const [spelled, otherwise] = [random.pick(spellings), random.pick(surnames)];
    const needsDay = kind.includes('birthday');
    const first: Candidate = {
      ...people[at]!,
      ...(kind.startsWith('other') ? { names: [`${spelled[0]} ${otherwise[0]}`] } : {}),
      dob: needsDay ? dob() : people[at]!.dob,
    };
    people[at] = first;
    const [name = ''] = first.names;
    const id = people.length + 1;
    const second: Candidate = { ...first, id, guardians: [] };
    const changed: Record<DuplicateKind, () => Partial<Candidate>> = {
      'typing error in the name, same phone': () => ({
        names: [mistyped(name, random)],
        emails: fresh.emails(n),
        dob: random.chance(0.5) ? first.dob : null,
      }),
      'other transliteration, same birthday': () => ({
        names: [`${random.pick(spelled.slice(1))} ${random.pick(otherwise.slice(1))}`],
        emails: fresh.emails(n),
        phones: fresh.phones(),
      }),
      'initials, same mail': () => ({
        names: [`${name.split(' ')[0]} ${name.split(' ')[1]?.[0]}.`],
        phones: fresh.phones(),
        dob: random.chance(0.5) ? first.dob : null,
      }),
      'swapped names': () => ({
        names: [name.split(' ').toReversed().join(' ')],
        ...(random.chance(0.5) ? { phones: fresh.phones() } : { emails: fresh.emails(n) }),
      }),
      'changed mail, same phone and birthday': () => ({ emails: fresh.emails(n) }),
      'moved city': () => ({ city: 'Elsewhere', emails: fresh.emails(n) }),
    };
    people.push({ ...second, ...changed[kind]() });
    pairs.set(`${first.id} ${id}`, kind);
  }
  return { people, pairs };
}

/** One letter left out, doubled wrongly or swapped with its neighbour, in the longer word. */
function mistyped(name: string, random: ReturnType<typeof randomFor>): string {
  const words = name.split(' ');
  const word = words.toSorted((a, b) => b.length - a.length)[0]!;
  const at = random.between(1, word.length - 2);
  const wrong = random.pick([
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
    `${word.slice(0, at)}${random.pick(['b', 'k', 'm', 'p', 't'])}${word.slice(at + 1)}`,
  ]);
  return name.replace(word, wrong);
}
