import english from '@gurukul/contract/texts/messages.en.json' with { type: 'json' };
import hindi from '@gurukul/contract/texts/messages.hi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { draftIn } from './offer-to-tell.ts';

const old = { slot_time: '2026-12-01T12:30:00Z', zone: 'Asia/Kolkata' };

test('a draft about another weekly time names the old one, each in its language', () => {
  expect(draftIn(english.tell, 'en', 'times', old).body).toContain(
    '{times}. Until now: Tuesday 18:00 (Kolkata).',
  );
  const { body } = draftIn({ ...english.tell, timesAfterOld: hindi.tell.timesAfterOld }, 'hi', 'times', old);
  expect(body).toContain('अब तक: मंगलवार 18:00 (Kolkata)।');
});

test.each([
  ['a further weekly time, which replaces none', 'times', undefined],
  ['a class that has no next meeting', 'times', { ...old, slot_time: null }],
  ['another link', 'link', old],
] as const)('%s names no old one', (_, news, time) => {
  expect(draftIn(english.tell, 'en', news, time)).toEqual(english.tell.drafts[news]);
});
