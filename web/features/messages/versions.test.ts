import { expect, test } from 'vitest';
import { emptyDraft, isDirty } from './draft.ts';
import { inLanguage, unfinishedOf, withVersion } from './versions.ts';

const english = { ...emptyDraft, language: 'en', subject: 'News', body: '<p>Hello</p>' } as const;
const telugu = { subject: 'వార్త', body: '<p>నమస్తే</p>' };

test('a version is kept beside the text, and one that says nothing is none', () => {
  const both = withVersion(english, 'te', telugu);
  expect(both).toEqual({ ...english, versions: [{ language: 'te', ...telugu }] });
  expect(withVersion(both, 'te', { subject: ' ', body: '' })).toEqual(english);
  expect(isDirty(withVersion(emptyDraft, 'hi', { subject: 'नमस्ते' }))).toBe(true);
});

test('the text in another language can be the one for everybody else', () => {
  const both = withVersion(english, 'te', telugu);
  expect(inLanguage(both, 'te')).toMatchObject({
    language: 'te',
    ...telugu,
    versions: [{ language: 'en', subject: 'News', body: '<p>Hello</p>' }],
  });
  expect(inLanguage(english, 'hi')).toEqual({ ...english, language: 'hi' });
});

test('the first text that lacks something is named', () => {
  expect(unfinishedOf(english)).toBeUndefined();
  expect(unfinishedOf(withVersion(english, 'te', { subject: 'వార్త' }))).toBe('te');
  expect(unfinishedOf(emptyDraft)).toBe(emptyDraft.language);
});
