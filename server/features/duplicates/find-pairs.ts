import type { DuplicateReason } from '@gurukul/contract/duplicates';
import { mapInSlices } from '#server/slices.ts';
import { isOtherBirthday } from '../likeness/birthdays.ts';
import { isNearEmail, phoneKey } from '../likeness/contacts.ts';
import { fit, nameOf } from '../likeness/names.ts';
import type { Name } from '../likeness/names.ts';
import { skeletonName } from '../likeness/skeleton.ts';

/*
 * Which people may be one. People who share a key (a number, an address, a birthday, a name) stand in one block. Only
 * they are compared, and only what is alike in name can be one person: brothers and sisters share everything else.
 */

export interface Candidate {
  readonly id: number;
  readonly names: readonly string[];
  /** In lower case. */
  readonly emails: readonly string[];
  /** Digits only. */
  readonly phones: readonly string[];
  /** yyyy-mm-dd */
  readonly dob: string | null;
  readonly city: string;
  /** Names of guardians. */
  readonly guardians: readonly string[];
  /** Of two colleagues nobody asks: their accounts tell them apart. */
  readonly is_colleague?: boolean;
}

export interface FoundPair {
  readonly one: number;
  readonly other: number;
  readonly reasons: readonly DuplicateReason[];
  readonly score: number;
}

interface KnownPerson extends Candidate {
  /** In the order of the names. */
  readonly skeletons: readonly Name[];
  readonly guardianKeys: readonly string[];
}

/** Points; a pair needs `threshold` of them. */
const points: Readonly<Record<DuplicateReason, number>> = {
  same_name: 40,
  other_spelling: 40,
  name_typo: 30,
  initials: 25,
  same_phone: 40,
  same_email: 40,
  near_email: 25,
  same_birthday: 30,
  same_guardian: 25,
  same_city: 10,
};
const threshold = 65;
/** Two known birthdays that differ, of one name: mostly a typo. With like names it is a brother or sister. */
const otherBirthday = -15;
/** Many have this name, so that a birthday or a like address alone may be chance. */
const commonName = -15;
/** From so many people on a name is common. */
const mostOfRareName = 3;
/** A word that more people have is a name of its own, and no misspelling of another. */
const mostOfTypo = 2;
/** A larger block, such as a school's number, is split by name. */
const largestBlock = 40;

function knownOf(candidate: Candidate): KnownPerson {
  return {
    ...candidate,
    skeletons: candidate.names.map(skeletonName),
    guardianKeys: candidate.guardians.map((name) => skeletonName(name).sorted),
  };
}

interface Frequencies {
  readonly names: ReadonlyMap<string, number>;
  /** As they are written, and as skeletons. */
  readonly words: ReadonlyMap<string, number>;
}

const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

async function countNames(people: readonly KnownPerson[]): Promise<Frequencies> {
  const names = new Map<string, number>();
  const words = new Map<string, number>();
  await mapInSlices(people, ({ names: written, skeletons }) => {
    for (const key of new Set(skeletons.map(({ sorted }) => sorted))) add(names, key);
    for (const word of new Set([...skeletons, ...written.map(nameOf)].flatMap(({ tokens }) => tokens)))
      add(words, word);
  });
  return { names, words };
}

/** The keys of the blocks that a person stands in, by kind. */
const keys: readonly ((person: KnownPerson) => readonly string[])[] = [
  ({ phones }) => phones.map(phoneKey),
  // Near addresses share one half.
  ({ emails }) =>
    emails.map((email) => {
      const [local = ''] = email.split('@');
      return local.length < 5 ? email : local;
    }),
  ({ dob }) => (dob === null ? [] : [dob]),
  ({ skeletons, guardianKeys }) =>
    skeletons.flatMap(({ sorted }) => guardianKeys.map((guardian) => `${guardian} ${sorted}`)),
  ({ skeletons, emails }) =>
    skeletons.flatMap(({ sorted }) => emails.map((email) => `${email.slice(0, 2)} ${sorted}`)),
];

/** One kind of key after the other, so that no map grows so large that making room in it takes long. */
async function blocksBy(
  people: readonly KnownPerson[],
  keysOf: (typeof keys)[number],
): Promise<KnownPerson[][]> {
  const blocks = new Map<string, KnownPerson[]>();
  await mapInSlices(people, (person) => {
    const own = keysOf(person);
    for (const key of own.length > 1 ? new Set(own) : own) {
      const block = blocks.get(key);
      if (block === undefined) blocks.set(key, [person]);
      else block.push(person);
    }
  });
  return [...blocks.values()].filter((block) => block.length > 1);
}

function* pairsIn(block: readonly KnownPerson[]): Generator<readonly [KnownPerson, KnownPerson]> {
  for (const [at, one] of block.entries()) {
    for (const other of block.slice(at + 1)) yield [one, other];
  }
}

/** A block small enough to compare everybody with everybody, or those of it who have one name. */
function smallBlocks(block: readonly KnownPerson[]): readonly (readonly KnownPerson[])[] {
  if (block.length <= largestBlock) return [block];
  const byName = new Map<string, KnownPerson[]>();
  for (const person of block) {
    for (const { sorted } of person.skeletons) byName.set(sorted, [...(byName.get(sorted) ?? []), person]);
  }
  return [...byName.values()].map((same) => same.slice(0, largestBlock));
}

const shares = (some: readonly string[], others: readonly string[]) =>
  some.some((value) => value !== '' && others.includes(value));

type NameReason = 'same_name' | 'other_spelling' | 'name_typo' | 'initials';

/** How like two people's names are; null when they are different names. */
function nameReason(one: KnownPerson, other: KnownPerson, { words }: Frequencies): NameReason | null {
  let best: NameReason | null = null;
  // Short words have short skeletons, in which one letter is too much. People with one number are few.
  const isReachedAlike = shares(one.phones, other.phones) || shares(one.emails, other.emails);
  for (const [i, a] of one.skeletons.entries()) {
    for (const [j, b] of other.skeletons.entries()) {
      const how = fit(a, b);
      if (how === null && !isReachedAlike) continue;
      const [asWritten, asOtherWritten] = [nameOf(one.names[i] ?? ''), nameOf(other.names[j] ?? '')];
      if (how === 'same') return asWritten.sorted === asOtherWritten.sorted ? 'same_name' : 'other_spelling';
      if (how === 'part') best ??= 'initials';
      else if (isMisspelling(a, b, words) || isMisspelling(asWritten, asOtherWritten, words)) {
        best = 'name_typo';
      }
    }
  }
  return best;
}

/** Sita and Gita differ by one letter and are two names, which many people have. */
function isMisspelling(a: Name, b: Name, words: Frequencies['words']): boolean {
  const how = fit(a, b);
  if (how !== 'typo' && how !== 'close') return false;
  const isRare = (word: string) => (words.get(word) ?? 0) <= mostOfTypo;
  const [left, right] = [
    a.tokens.filter((word) => !b.tokens.includes(word)),
    b.tokens.filter((word) => !a.tokens.includes(word)),
  ];
  return left.every(isRare) || right.every(isRare);
}

function compare(one: KnownPerson, other: KnownPerson, frequencies: Frequencies): FoundPair | null {
  if (one.is_colleague === true && other.is_colleague === true) return null;
  const name = nameReason(one, other, frequencies);
  if (name === null) return null;
  const reasons: DuplicateReason[] = [name];
  if (shares(one.phones.map(phoneKey), other.phones.map(phoneKey))) reasons.push('same_phone');
  if (shares(one.emails, other.emails)) reasons.push('same_email');
  else if (one.emails.some((a) => other.emails.some((b) => isNearEmail(a, b)))) reasons.push('near_email');
  if (one.dob !== null && one.dob === other.dob) reasons.push('same_birthday');
  if (shares(one.guardianKeys, other.guardianKeys)) reasons.push('same_guardian');
  if (one.city !== '' && one.city === other.city) reasons.push('same_city');

  let score = reasons.reduce((sum, reason) => sum + points[reason], 0);
  const isOneName = name === 'same_name' || name === 'other_spelling';
  if (isOtherBirthday(one.dob, other.dob)) {
    if (!isOneName) return null;
    score += otherBirthday;
  }
  if (!reasons.includes('same_phone') && !reasons.includes('same_email')) {
    const most = Math.max(...one.skeletons.map(({ sorted }) => frequencies.names.get(sorted) ?? 0));
    if (most > mostOfRareName) score += commonName;
  }
  if (score < threshold) return null;
  const [low, high] = one.id < other.id ? [one.id, other.id] : [other.id, one.id];
  return { one: low, other: high, reasons, score };
}

/** The pairs of people who may be one, in slices of the event loop. */
export async function findPairs(candidates: readonly Candidate[]): Promise<FoundPair[]> {
  const people = await mapInSlices(candidates, knownOf);
  const frequencies = await countNames(people);
  const found = new Map<string, FoundPair>();
  for (const keysOf of keys) {
    await mapInSlices(await blocksBy(people, keysOf), (block) => {
      for (const small of smallBlocks(block)) {
        for (const [one, other] of pairsIn(small)) {
          const pair = compare(one, other, frequencies);
          if (pair !== null) found.set(`${pair.one} ${pair.other}`, pair);
        }
      }
    });
  }
  return [...found.values()];
}
