import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/* The places of places.txt, which scripts/places.mjs writes. Read once, when the first person asks: 5 MB. */

/** A country. One of a single clock has neither states nor cities. */
export interface Country {
  /** IANA zones, the most frequent first. */
  readonly zones: readonly string[];
  /** State code to its zones; several in a state in which two clocks go. */
  readonly states: ReadonlyMap<string, readonly string[]>;
  /** The plain name of a state, and its postal code, to the state code. */
  readonly stateCodes: ReadonlyMap<string, string>;
  readonly cities: ReadonlyMap<string, string>;
}

/** A city of that name. */
export interface City {
  readonly state: string;
  readonly zone: string;
}

export interface Namesakes {
  readonly cities: readonly City[];
  /** The first is so large that people mean it when they do not say the state. */
  readonly isFirstMeant: boolean;
  /** A country of one clock has a city of that name which may be meant as well. */
  readonly isElsewhereToo: boolean;
}

/** States by the codes of the post; elsewhere GeoNames has the same codes, or people write names. */
const postalCodes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CA: {
    ab: '01',
    bc: '02',
    mb: '03',
    nb: '04',
    nl: '05',
    ns: '07',
    on: '08',
    pe: '09',
    qc: '10',
    sk: '11',
    yt: '12',
    nt: '13',
    nu: '14',
  },
  AU: { act: '01', nsw: '02', nt: '03', qld: '04', sa: '05', tas: '06', vic: '07', wa: '08' },
};

let read: ReadonlyMap<string, Country> | undefined;

/** By their codes of ISO 3166. */
export const places = (): ReadonlyMap<string, Country> => (read ??= readPlaces());

function readPlaces(): ReadonlyMap<string, Country> {
  const countries = new Map<string, Country>();
  let zones: readonly string[] = [];
  let states = new Map<string, readonly string[]>();
  let stateCodes = new Map<string, string>();
  let cities = new Map<string, string>();
  const text = readFileSync(join(import.meta.dirname, 'places.txt'), 'utf8');
  for (const line of text.split('\n')) {
    const at = line.indexOf('=');
    if (at > 0) {
      const name = line.slice(0, at);
      cities.set(name, line.slice(at + 1));
      // New York, of New York City. A city of the bare name comes earlier in the file.
      const bare = name.endsWith(' city') ? name.slice(0, -' city'.length) : name;
      if (!cities.has(bare)) cities.set(bare, line.slice(at + 1));
      continue;
    }
    if (line.startsWith('#') || line === '') continue;
    if (line.startsWith('.')) {
      const [code = '', indexes = '', ...name] = line.slice(1).split(' ');
      states.set(
        code,
        indexes.split(',').map((index) => zones[Number(index)]!),
      );
      stateCodes.set(name.join(' '), code);
      stateCodes.set(code.toLowerCase(), code);
    } else {
      const [code = '', ...those] = line.split(' ');
      zones = those;
      states = new Map();
      stateCodes = new Map(Object.entries(postalCodes[code] ?? {}));
      cities = new Map();
      countries.set(code, { zones, states, stateCodes, cities });
    }
  }
  return countries;
}

/** The cities of that plain name, the largest first. */
export function citiesNamed(country: Country, name: string): Namesakes | undefined {
  const line = country.cities.get(name);
  if (line === undefined) return undefined;
  const [marks = ''] = /^[*!]*/.exec(line) ?? [];
  return {
    cities: line
      .slice(marks.length)
      .split(' ')
      .map((entry) => {
        const [state = '', index] = entry.split(':');
        const zone = index === undefined ? country.states.get(state)?.[0] : country.zones[Number(index)];
        return { state, zone: zone ?? country.zones[0]! };
      }),
    isFirstMeant: marks.includes('!'),
    isElsewhereToo: marks.includes('*'),
  };
}
