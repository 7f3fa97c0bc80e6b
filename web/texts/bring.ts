import english from '@gurukul/contract/texts/bring.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';
import { personTexts } from './person.ts';

const texts = await translated('bring', english);

export const bringTexts = { ...texts, columnNames: { ...personTexts, ...texts.columnNames } };
