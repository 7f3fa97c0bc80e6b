import english from '@gurukul/contract/texts/profile.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';
import { personTexts } from './person.ts';

const texts = await translated('profile', english);

export const profileTexts = { ...texts, fields: { ...personTexts, ...texts.fields } };
