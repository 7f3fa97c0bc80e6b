import english from '@gurukul/contract/texts/my-page.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';
import { personTexts } from './person.ts';

const texts = await translated('my-page', english);

export const myPageTexts = { ...texts, fields: { ...personTexts, ...texts.fields } };
