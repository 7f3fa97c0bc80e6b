import english from '@gurukul/contract/texts/messages.en.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { draftIn } from './offer-to-tell.ts';

const old = { slot_time: '2026-12-01T12:30:00Z' };

test('a draft about another weekly time names the old one, on the clock of the reader', () => {
  expect(draftIn(english.tell, 'times', old).body).toContain('{times}. Until now: {old times}.');
});

test.each([
  ['a further weekly time, which replaces none', 'times', undefined],
  ['a class that has no next meeting', 'times', { ...old, slot_time: null }],
  ['another link', 'link', old],
] as const)('%s names no old one', (_, news, time) => {
  expect(draftIn(english.tell, news, time)).toEqual(english.tell.drafts[news]);
});
