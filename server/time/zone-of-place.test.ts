import { describe, expect, test } from 'vitest';
import { mayHaveClock, zoneNamed, zoneOfCountry, zoneOfPlace } from './zone-of-place.ts';

const usa = 'United States';

describe('the zone of a place', () => {
  test.each([
    ['New York', 'NY', usa, 'America/New_York'],
    ['Brooklyn', '', 'USA', 'America/New_York'],
    ['Phoenix', '', usa, 'America/Phoenix'],
    ['Indianapolis', 'Indiana', usa, 'America/Indiana/Indianapolis'],
    ['Chicago', '', usa, 'America/Chicago'],
    ['Naperville', 'IL', usa, 'America/Chicago'],
    ['a village that nobody knows', 'Illinois', usa, 'America/Chicago'],
    ['', 'California', usa, 'America/Los_Angeles'],
    ['Massachusetts', '', usa, 'America/New_York'],
    ['Honolulu', 'HI', usa, 'Pacific/Honolulu'],
    ['Anchorage', 'Alaska', usa, 'America/Anchorage'],
    ['El Paso', 'TX', usa, 'America/Denver'],
    ['Plano', 'TX', usa, 'America/Chicago'],
    ['Boise', 'Idaho', usa, 'America/Boise'],
    ["Coeur d'Alene", 'ID', usa, 'America/Los_Angeles'],
    ['Pensacola', 'FL', usa, 'America/Chicago'],
    ['Tampa', 'FL', usa, 'America/New_York'],
    ['Louisville', 'KY', usa, 'America/Kentucky/Louisville'],
    ['Knoxville', 'TN', usa, 'America/New_York'],
    ['Memphis', 'TN', usa, 'America/Chicago'],
    ['Gary', 'IN', usa, 'America/Chicago'],
    ['Rapid City', 'SD', usa, 'America/Denver'],
    ['Portland', 'ME', usa, 'America/New_York'],
    ['Portland', 'Oregon', usa, 'America/Los_Angeles'],
    ['Toronto', 'Ontario', 'Canada', 'America/Toronto'],
    ['Brampton', 'ON', 'Canada', 'America/Toronto'],
    ["St. John's", '', 'Canada', 'America/St_Johns'],
    ['Saint John’s', 'NL', 'Canada', 'America/St_Johns'],
    ['Winnipeg', '', 'Canada', 'America/Winnipeg'],
    ['Regina', 'SK', 'Canada', 'America/Regina'],
    ['Montréal', 'Québec', 'Canada', 'America/Toronto'],
    ['Vancouver', 'BC', 'Canada', 'America/Vancouver'],
    ['Perth', 'WA', 'Australia', 'Australia/Perth'],
    ['Darwin', '', 'Australia', 'Australia/Darwin'],
    ['Adelaide', '', 'Australia', 'Australia/Adelaide'],
    ['Brisbane', 'QLD', 'Australia', 'Australia/Brisbane'],
    ['Auckland', '', 'New Zealand', 'Pacific/Auckland'],
    ['São Paulo', '', 'Brazil', 'America/Sao_Paulo'],
    ['Manaus', '', 'Brazil', 'America/Manaus'],
    ['Tijuana', '', 'Mexico', 'America/Tijuana'],
    ['Vladivostok', '', 'Russia', 'Asia/Vladivostok'],
    ['Denpasar', 'Bali', 'Indonesia', 'Asia/Makassar'],
    ['Kathmandu', '', 'Nepal', 'Asia/Kathmandu'],
    ['Hyderabad', '', 'India', 'Asia/Kolkata'],
    ['Hyderabad', '', 'Pakistan', 'Asia/Karachi'],
    ['హైదరాబాద్', 'తెలంగాణ', 'India', 'Asia/Kolkata'],
    ['Leicester', '', 'UK', 'Europe/London'],
    ['', '', 'Singapore', 'Asia/Singapore'],
    // Without a country only a name that nobody else has.
    ['Chicago', '', '', 'America/Chicago'],
    ['Perth', 'WA', '', 'Australia/Perth'],
    ['Toronto, Ontario', '', '', 'America/Toronto'],
    ['Mississauga', '', 'no country', 'America/Toronto'],
  ])('%s, %s, %s', (city, state, country, zone) => {
    expect(zoneOfPlace({ city, state, country })).toBe(zone);
  });

  test.each([
    ['Springfield', '', usa],
    ['Portland', '', usa],
    ['Springfield', '', ''],
    ['Portland', '', ''],
    ['Birmingham', '', ''],
    ['Birmingham', '', usa],
    ['Arlington', '', usa],
    ['London', '', ''],
    ['Hyderabad', '', ''],
    ['', '', usa],
    ['', 'Texas', usa],
    ['', 'IL', ''],
    ['a village that nobody knows', 'Kentucky', usa],
    ['హైదరాబాద్', '', ''],
    ['qwertyuiop', 'zzz', 'Mars'],
    ['constructor', '__proto__', usa],
    ['', '', ''],
  ])('is not guessed for %s, %s, %s', (city, state, country) => {
    expect(zoneOfPlace({ city, state, country })).toBeNull();
  });

  test('is read from the lines of an address', () => {
    const at = (address: string, country = '') => zoneOfPlace({ address, country });
    expect(at('12 Lake Street, Chicago, IL 60601', usa)).toBe('America/Chicago');
    expect(at('Flat 2, 500 Mesa Street\nEl Paso TX 79901')).toBe('America/Denver');
    expect(at('1 Portland Street, Boston, MA')).toBe('America/New_York');
    expect(at('Springfield', usa)).toBeNull();
  });

  test('lets a phone propose a country only', () => {
    expect(zoneOfPlace({ city: 'Perth', phone: '+61 8 5550 1000' })).toBe('Australia/Perth');
    expect(zoneOfPlace({ phone: '+1 312 555 0100' })).toBeNull();
    expect(zoneOfPlace({ city: 'Perth', country: 'Australia', phone: '+91 98765 43210' })).toBe(
      'Australia/Perth',
    );
    expect(zoneOfCountry({ phone: '+44 20 7946 0000' })).toBe('Europe/London');
    expect(zoneOfCountry({ phone: '+1 312 555 0100' })).toBeNull();
    expect(zoneOfCountry({ phone: '9876543210' })).toBeNull();
    expect(zoneOfCountry({ country: 'India', phone: '+44 20 7946 0000' })).toBe('Asia/Kolkata');
  });

  test('tells which clocks go in a country', () => {
    expect(mayHaveClock({ country: usa }, 'America/Chicago')).toBe(true);
    expect(mayHaveClock({ country: usa }, 'Asia/Kolkata')).toBe(false);
    expect(mayHaveClock({ phone: '+1 312 555 0100' }, 'Asia/Kolkata')).toBe(false);
    expect(mayHaveClock({}, 'Asia/Kolkata')).toBe(true);
  });
});

test.each([
  ['America/Chicago', '', 'America/Chicago'],
  ['america/new york', '', 'America/New_York'],
  ['US/Central', '', 'America/Chicago'],
  ['Asia/Calcutta', '', 'Asia/Kolkata'],
  ['Asia/Kolkata', '', 'Asia/Kolkata'],
  ['Central Time', usa, 'America/Chicago'],
  ['Eastern', '', 'America/New_York'],
  ['pst', '', 'America/Los_Angeles'],
  ['Chicago', '', 'America/Chicago'],
  ['Portland, Maine', usa, 'America/New_York'],
  ['Hyderabad', 'India', 'Asia/Kolkata'],
  ['London, UK', '', 'Europe/London'],
  ['Mars/Base', '', null],
  ['Springfield', usa, null],
  ['nonsense', '', null],
])('a column that says %s (%s) means %s', (text, country, zone) => {
  expect(zoneNamed(text, { country })).toBe(zone);
});

test.each([
  ['CST', undefined, 'America/Chicago'],
  ['CST', 'US', 'America/Chicago'],
  ['cst', 'Canada', 'America/Chicago'],
  ['CST', 'China', 'Asia/Shanghai'],
  ['CST', 'Taiwan', 'Asia/Taipei'],
  ['CST', 'India', 'America/Chicago'],
  ['IST', undefined, 'Asia/Kolkata'],
  ['IST', 'United States', 'Asia/Kolkata'],
  ['IST', 'Israel', 'Asia/Jerusalem'],
  ['IST', 'Ireland', 'Europe/Dublin'],
  ['PST', 'Philippines', 'Asia/Manila'],
  ['MST', 'US', 'America/Denver'],
  // It has several clocks, so somebody is asked.
  ['EST', 'Australia', null],
])('%s of somebody in %s is the clock %s', (text, country, zone) => {
  expect(zoneNamed(text, { country })).toBe(zone);
});
