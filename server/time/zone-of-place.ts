import { timeZoneNames, timeZones } from '@gurukul/contract/classes';
import { countries, countryNamed, countryOf } from '@gurukul/contract/shared/countries';
import { isTimeZone } from '@gurukul/contract/shared/time-zones';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { citiesNamed, places } from './places.ts';
import type { Country } from './places.ts';
import { plainPlace } from './plain-place.ts';

/** Where somebody lives, as the office or the person wrote it. */
export interface Place {
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly address?: string | undefined;
  /** A name in English, or two capital letters. */
  readonly country?: string | undefined;
  /** Its country code proposes a country where none is written. */
  readonly phone?: string | null | undefined;
}

/** Countries in which nearly everybody has one clock: it counts unless the place is known to have another. */
const usualZones: Readonly<Record<string, string>> = {
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  NZ: 'Pacific/Auckland',
  PT: 'Europe/Lisbon',
  UA: 'Europe/Kyiv',
};

/**
 * The IANA zone of a place; null where the place has several clocks, or nobody knows it. A city without a state counts
 * when all cities of the name share a clock, or when one is much larger than the others.
 */
export function zoneOfPlace(place: Place): string | null {
  const code = codeOf(place.country);
  if (code !== undefined) {
    const country = places().get(code);
    if (country === undefined) return null;
    if (isOfOneClock(country)) return country.zones[0]!;
    return zoneWithin(country, readWritten(place)) ?? usualZones[code] ?? null;
  }
  const written = readWritten(place);
  if (written.cities.length === 0) return null;
  const byPhone = codesOfPhone(place.phone);
  const isAlone = byPhone.length === 0;
  const candidates = [...places()].filter(([each]) => isAlone || byPhone.includes(each));
  const zones = candidates.map(([, country]) => zoneWithin(country, written, isAlone));
  return zones.includes(null) ? null : oneClock(zones.flatMap((zone) => zone ?? []));
}

/** The zone of a country with a single clock, by its name or by the country code of a number. */
export function zoneOfCountry({ country, phone }: Place): string | null {
  const code = codeOf(country);
  const codes = code === undefined ? codesOfPhone(phone) : [code];
  const zones = codes.map((each) => {
    const known = places().get(each);
    return known === undefined || !isOfOneClock(known) ? (usualZones[each] ?? null) : known.zones[0]!;
  });
  return zones.includes(null) ? null : oneClock(zones.flatMap((zone) => zone ?? []));
}

const ofZone = new Map<string, ReturnType<typeof countryOf>>();

/** The country in which a zone's clock goes; undefined for UTC. */
export function countryOfZone(zone: string): ReturnType<typeof countryOf> {
  if (!ofZone.has(zone)) {
    ofZone.set(zone, countryOf([...places()].find(([, { zones }]) => zones.includes(zone))?.[0] ?? ''));
  }
  return ofZone.get(zone);
}

/** Says whether somebody of that country may have the zone's clock. Of a country that nobody knows, everybody may. */
export function mayHaveClock({ country, phone }: Place, zone: string): boolean {
  const code = codeOf(country);
  const codes = code === undefined ? codesOfPhone(phone) : [code];
  if (codes.length === 0) return true;
  return codes.some((each) =>
    places()
      .get(each)
      ?.zones.some((own) => clockOf(own) === clockOf(zone)),
  );
}

const americanZones: Readonly<Record<string, string>> = {
  eastern: 'America/New_York',
  central: 'America/Chicago',
  mountain: 'America/Denver',
  pacific: 'America/Los_Angeles',
};

/** Windows names some zones by no place. */
const windowsZones: Readonly<Record<string, string>> = {
  gmt: 'Europe/London',
  'w europe': 'Europe/Berlin',
  'central europe': 'Europe/Budapest',
  'central european': 'Europe/Warsaw',
  romance: 'Europe/Paris',
  'us eastern': 'America/Indiana/Indianapolis',
  'us mountain': 'America/Phoenix',
  'canada central': 'America/Regina',
  alaskan: 'America/Anchorage',
  hawaiian: 'Pacific/Honolulu',
  arabian: 'Asia/Dubai',
  arab: 'Asia/Riyadh',
  'aus eastern': 'Australia/Sydney',
  'e australia': 'Australia/Brisbane',
  'aus central': 'Australia/Darwin',
  'cen australia': 'Australia/Adelaide',
  'w australia': 'Australia/Perth',
};

/** Countries that call their own clock CST, IST, EST, PST or MST. */
const ownAbbreviations = new Set(['AU', 'CN', 'CU', 'IE', 'IL', 'MM', 'MO', 'MY', 'PH', 'TW']);

/**
 * The zone that a text names: America/Chicago, US/Central, EST, Central Time (US & Canada), India Standard Time, or a
 * place such as Chicago.
 */
export function zoneNamed(
  text: string,
  place: Omit<Place, 'city' | 'state' | 'address'> = {},
): string | null {
  const [, windows = ''] = /^(.+) standard time$/.exec(plainPlace(text)) ?? [];
  if (windowsZones[windows] !== undefined) return windowsZones[windows];
  const name = text.trim().replaceAll(' ', '_');
  if (isTimeZone(name)) return modernName(name);
  const abbreviated = timeZoneNames.find((each) => each === text.trim().toUpperCase());
  if (abbreviated !== undefined) {
    return ownAbbreviations.has(codeOf(place.country) ?? '') ? zoneOfCountry(place) : timeZones[abbreviated];
  }
  const american = /^(eastern|central|mountain|pacific)(?: (?:standard|daylight))?(?: time)?$/.exec(
    plainPlace(text.replace(/\(US & Canada\)/iu, '')),
  );
  if (american && ['US', 'CA', undefined].includes(codeOf(place.country)))
    return americanZones[american[1]!]!;
  const ofCountry = windows === '' ? null : zoneOfCountry({ country: windows });
  if (ofCountry !== null) return ofCountry;
  const [city = '', ...others] = (windows || text).split(',');
  const country = codeOf(others.at(-1)) === undefined ? place.country : others.at(-1);
  return zoneOfPlace({ city, state: others.join(','), country, phone: place.phone });
}

const codeOf = (country: string | undefined) =>
  country === undefined || country.trim() === '' ? undefined : countryNamed(country.trim())?.country_code;

/** Of several countries with one country code, the one that most numbers are of. */
const firstOfCode: Readonly<Record<string, string>> = { 44: 'GB', 358: 'FI' };

/** The countries that a number of the form +1 312… may be of. */
function codesOfPhone(phone: string | null | undefined): string[] {
  const digits = /^\+(\d+)/.exec(phone?.replaceAll(/[\s().-]/g, '') ?? '')?.[1];
  if (digits === undefined) return [];
  const fitting = countries.filter(({ calling_code: code }) => code !== '' && digits.startsWith(code));
  const longest = Math.max(...fitting.map(({ calling_code: code }) => code.length));
  return fitting
    .filter(({ calling_code: code }) => code.length === longest)
    .toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)))
    .map(({ country_code }) => country_code);
}

/** The country of a number of the form +1 312…; undefined where it may be of several. */
export function countryOfPhone(phone: string | null | undefined): ReturnType<typeof countryOf> {
  const codes = codesOfPhone(phone);
  const [first = ''] = codes;
  const isClear = codes.length === 1 || Object.values(firstOfCode).includes(first);
  return countryOf(isClear ? first : (parsePhoneNumberFromString(phone ?? '')?.country ?? ''));
}

const isFirst = ({ calling_code, country_code }: (typeof countries)[number]) =>
  firstOfCode[calling_code] === country_code;

interface PlaceWords {
  /** Plain texts that may name a city, the likeliest first. */
  readonly cities: readonly string[];
  /** Plain texts that may name a state, the likeliest first. */
  readonly states: readonly string[];
  /** Something is written where a state stands. */
  readonly saysState: boolean;
}

/** "12 Lake Street, Chicago IL 60601" names the city chicago and the state il. */
function readWritten({ city = '', state = '', address = '' }: Place): PlaceWords {
  const pieces = (text: string) =>
    text
      .split(/[,;\n]/)
      .map((piece) => plainPlace(piece.replaceAll(/\S*\d\S*/g, ' ')))
      .filter((piece) => piece !== '');
  const ofCity = pieces(city);
  const ofAddress = pieces(address).toReversed();
  const likely = ofCity.length > 0 ? ofCity : ofAddress;
  const ending = (piece: string) => /^(.+) (\p{L}{2,3})$/u.exec(piece);
  const endings = [...ofCity, ...ofAddress].flatMap((piece) => ending(piece)?.[2] ?? []);
  const ofState = [...pieces(state), ...ofCity.slice(1)];
  return {
    cities: likely.flatMap((piece) => [piece, ending(piece)?.[1] ?? piece]),
    states: [...ofState, ...ofAddress, ...endings],
    saysState: ofState.length + endings.length > 0,
  };
}

/**
 * Undefined where the country has no such place, null where it has several. `isAlone`: nothing says the country, so that
 * a state alone or a name of several countries does not count.
 */
function zoneWithin(country: Country, written: PlaceWords, isAlone = false): string | null | undefined {
  if (isOfOneClock(country)) return undefined;
  const { states, cities, saysState } = written;
  const named = firstOf(states, (text) => country.stateCodes.get(text));
  const found = firstOf(cities, (text) => citiesNamed(country, text));
  if (named !== undefined) {
    const there = (found?.cities ?? []).filter(({ state }) => state === named);
    if (there.length > 0) return oneClock(there.map(({ zone }) => zone));
    return isAlone ? undefined : oneClock(country.states.get(named) ?? []);
  }
  if (isAlone && saysState) return undefined;
  if (found !== undefined) {
    if (isAlone && found.isElsewhereToo) return null;
    const meant = found.isFirstMeant ? found.cities.slice(0, 1) : found.cities;
    return oneClock(meant.map(({ zone }) => zone));
  }
  // Somebody who writes their state as their city.
  const state = isAlone ? undefined : firstOf(cities, (text) => country.stateCodes.get(text));
  return state === undefined ? undefined : oneClock(country.states.get(state) ?? []);
}

function firstOf<T>(texts: readonly string[], find: (text: string) => T | undefined): T | undefined {
  for (const text of texts) {
    const found = find(text);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isOfOneClock = ({ cities }: Country) => cities.size === 0;

/** The first of zones that share a clock, else null. */
const oneClock = (zones: readonly string[]): string | null =>
  new Set(zones.map(clockOf)).size === 1 ? zones[0]! : null;

const clocks = new Map<string, string>();

/** What a clock says in January and in July. Zones that agree are one clock for a person. */
function clockOf(zone: string): string {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const year = new Date().getUTCFullYear();
  const clock = [0, 6]
    .map((month) => format.formatToParts(new Date(Date.UTC(year, month, 15))).at(-1)?.value)
    .join(' ');
  clocks.set(zone, clock);
  return clock;
}

/** The platform writes some zones by older names. */
const modernNames: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Louisville': 'America/Kentucky/Louisville',
};

function modernName(name: string): string {
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
  return modernNames[timeZone] ?? timeZone;
}
