import { paymentStatuses, registrationStatuses } from '@gurukul/contract/students';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStorage } from '#web/test/memory-storage.ts';
import english from '@gurukul/contract/texts/values.en.json' with { type: 'json' };
import type { PortalLanguage } from '@gurukul/contract/shared/words/languages';

/** The modules as a page in that language has them. */
async function pageIn(language: PortalLanguage) {
  const storage = new MemoryStorage();
  storage.setItem('language', language);
  vi.stubGlobal('localStorage', storage);
  vi.resetModules();
  const [{ valueText }, { countryName, isCountryTyped }, { formatMonth }, { weekText }] = await Promise.all([
    import('./values.ts'),
    import('#web/lib/format/country-names.ts'),
    import('#web/lib/format/format.ts'),
    import('#web/features/homework/week-text.ts'),
  ]);
  return { valueText, countryName, isCountryTyped, formatMonth, weekText };
}

afterEach(() => {
  vi.unstubAllGlobals();
  // The next test must not get the modules of this language.
  vi.resetModules();
});

test('every value of the contract has its words', () => {
  expect(Object.keys(english.payment)).toEqual([...paymentStatuses]);
  expect(Object.keys(english.registration)).toEqual([...registrationStatuses]);
});

describe('in English', () => {
  let page: Awaited<ReturnType<typeof pageIn>>;
  beforeEach(async () => {
    page = await pageIn('en');
  });

  test('everything is shown as it was written', () => {
    expect(page.valueText('money', 'SUCCESS')).toBe('SUCCESS');
    expect(page.valueText('payment', 'Alternate arrangements made')).toBe('Alternate arrangements made');
    expect(page.countryName('usa')).toBe('usa');
    expect(page.countryName('Bolivia', 'BO')).toBe('Bolivia');
    expect(page.formatMonth('Jun 2026')).toBe('Jun 2026');
    expect(page.weekText('Week 4')).toBe('Week 4');
  });
});

describe('in Telugu', () => {
  let page: Awaited<ReturnType<typeof pageIn>>;
  beforeEach(async () => {
    page = await pageIn('te');
  });

  test('values have their words, however services write them', () => {
    expect(page.valueText('payment', 'Failed')).toBe('విఫలం');
    expect(page.valueText('registration', 'Failed')).toBe('ఉత్తీర్ణులు కాలేదు');
    expect(page.valueText('money', 'SUCCESS')).toBe('విజయవంతం');
    expect(page.valueText('money', 'on hold')).toBe('on hold');
  });

  test('countries are named by their English names, codes and usual short forms; other places stay', () => {
    expect(page.countryName('India')).toBe('భారతదేశం');
    expect(page.countryName(' bharat ')).toBe('భారతదేశం');
    expect(page.countryName('USA')).toBe(page.countryName('United States'));
    expect(page.countryName('USA')).not.toBe('USA');
    expect(page.countryName('Some name', 'IN')).toBe('భారతదేశం');
    expect(page.countryName('Guntur district')).toBe('Guntur district');
    expect(page.countryName('')).toBe('');
  });

  test('a country is found by what it is called in either language', () => {
    const india = { value: 'India', label: 'భారతదేశం (IN)' };
    for (const typed of ['ind', 'భారత', ' India ', '(in'])
      expect(page.isCountryTyped(india, typed)).toBe(true);
    expect(page.isCountryTyped(india, 'nepal')).toBe(false);
  });

  test('months and weeks that the data name are named', () => {
    expect(page.formatMonth('Jun 2026')).toBe('జూన్ 2026');
    expect(page.formatMonth('some day')).toBe('some day');
    expect(page.weekText(' week 4')).toBe('వారం 4');
    expect(page.weekText('Introduction')).toBe('Introduction');
  });
});
