import type english from '@gurukul/contract/texts/family-page.en.json';
import type person from '@gurukul/contract/texts/person.en.json';
import type values from '@gurukul/contract/texts/values.en.json';
import { translated } from '#server/texts.ts';

export const pageTexts = translated<typeof english>('family-page');
export const personTexts = translated<typeof person>('person');
export const valueTexts = translated<typeof values>('values');

/** What was just done. */
export type Done = keyof (typeof english)['done'];
