import { consentPurposes } from '@gurukul/contract/privacy';
import { longestSaidName } from '@gurukul/contract/shared/consent';
import { said } from '@gurukul/contract/shared/words/messages';
import type { Sentence } from '@gurukul/contract/shared/words/said';
import { lineOf, tidyText } from '@gurukul/contract/shared/written/text';
import { consentColumnOf, consentHeadings } from '@gurukul/contract/student-import';
import type { PaperConsents, StudentImportRow } from '@gurukul/contract/student-import';
import { readYes } from '../questions/read-cell.ts';

/** What the cells of a row say about consents. `readDay` reads days as the file writes them. */
export function writtenConsents(
  raw: StudentImportRow,
  readDay: (text: string) => string | null,
): { readonly consents: PaperConsents; readonly notes: readonly Sentence[] } {
  const words: PaperConsents['said'] = [];
  const notes: Sentence[] = [];
  for (const purpose of consentPurposes) {
    const column = consentColumnOf(purpose);
    const text = tidyText(raw[column] ?? '');
    if (text === '') continue;
    const isYes = readYes(text);
    const day = isYes === null ? readDay(text) : null;
    if (isYes === null && day === null)
      notes.push(said('consent_lost', { field: consentHeadings[column], text: lineOf(text, 100) }));
    else words.push({ purpose, agreed: isYes !== false, day });
  }
  const guardian = words.length === 0 ? '' : lineOf(raw.guardian_name ?? '', longestSaidName);
  return { consents: { guardian, said: words }, notes };
}

/** Until somebody was born on this day they are 18. */
export const eighteenBefore = (today: string) => `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`;

/** What of the consents of somebody is not taken. */
export function notesAbout({ guardian, said: words }: PaperConsents, isChild: boolean): Sentence[] {
  if (isChild) return words.length > 0 && guardian === '' ? [said('consent_without_guardian')] : [];
  return words.some(({ purpose }) => purpose === 'child_data') ? [said('consent_of_no_child')] : [];
}

/** Whether a guardian agrees to a child's data; undefined: the row says nothing about it. */
export const agreesToData = ({ guardian, said: words }: PaperConsents): boolean | undefined =>
  guardian === '' ? undefined : words.find(({ purpose }) => purpose === 'child_data')?.agreed;
