import english from '@gurukul/contract/texts/duplicates.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';
import { personTexts } from './person.ts';

const texts = await translated('duplicates', english);

export const duplicatesTexts = { ...texts, fields: { ...personTexts, ...texts.fields } };
