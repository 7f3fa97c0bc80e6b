import type { PortalLanguage } from '@gurukul/contract/shared/words/languages';
import { isWritten, type Draft, type Words } from './draft.ts';

/** The text in one language; empty where there is none. */
export const versionOf = (draft: Draft, of: PortalLanguage): Words =>
  of === draft.language
    ? draft
    : (draft.versions.find((one) => one.language === of) ?? { subject: '', body: '' });

/** With another text in one language; a version that says nothing is none. */
export function withVersion(draft: Draft, of: PortalLanguage, words: Partial<Words>): Draft {
  if (of === draft.language) return { ...draft, ...words };
  const { subject, body } = { ...versionOf(draft, of), ...words };
  const others = draft.versions.filter((one) => one.language !== of);
  return {
    ...draft,
    versions: isWritten({ subject, body }) ? [...others, { language: of, subject, body }] : others,
  };
}

/** The text in that language becomes the one for everybody without a version. */
export function inLanguage(draft: Draft, of: PortalLanguage): Draft {
  const { subject, body, language: before } = draft;
  const known = draft.versions.find((one) => one.language === of);
  if (known === undefined) return { ...draft, language: of };
  const next = { ...draft, ...known, versions: draft.versions.filter((one) => one !== known) };
  return withVersion(next, before, { subject, body });
}

/** The first language whose text lacks something. */
export const unfinishedOf = (draft: Draft): PortalLanguage | undefined =>
  [draft, ...draft.versions].find(({ subject, body }) => subject.trim() === '' || body === '')?.language;
