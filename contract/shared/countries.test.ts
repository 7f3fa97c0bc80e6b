import { expect, test } from 'vitest';
import { countries, countryNamed, countryOf } from './countries.ts';

test('the list has every country once, by name, with its currency', () => {
  expect(countries.length).toBeGreaterThan(240);
  expect(new Set(countries.map(({ country_code }) => country_code)).size).toBe(countries.length);
  for (const { country_code, country_name, currency_code } of countries) {
    expect(country_code).toMatch(/^[A-Z]{2}$/);
    expect(currency_code).toMatch(/^[A-Z]{3}$/);
    expect(country_name).not.toBe('');
  }
  expect(countries[0]?.country_name).toBe('Afghanistan');
});

test.each([
  ['IN', 'India', 'INR', '91'],
  ['US', 'United States', 'USD', '1'],
  ['GB', 'United Kingdom', 'GBP', '44'],
  ['CH', 'Switzerland', 'CHF', '41'],
  ['NP', 'Nepal', 'NPR', '977'],
])(
  '%s is %s and pays in %s, and its numbers begin with %s',
  (country_code, country_name, currency_code, calling_code) => {
    expect(countryOf(country_code)).toEqual({ country_code, country_name, currency_code, calling_code });
  },
);

test('a territory without a currency is not offered', () => {
  expect(countryOf('AQ')).toBeUndefined();
});

test.each([
  ['india', 'India'],
  [' U.S.A. ', 'United States'],
  ['UNITED  STATES OF AMERICA', 'United States'],
  ['uk', 'United Kingdom'],
  ['CH', 'Switzerland'],
  ['Mars', undefined],
  ['2026-11-23TZ', undefined],
  ['<script>', undefined],
  ['', undefined],
  ['constructor', undefined],
])('%j names %s', (text, name) => {
  expect(countryNamed(text)?.country_name).toBe(name);
});
