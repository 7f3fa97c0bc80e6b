import english from '@gurukul/contract/texts/access.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const accessTexts = await translated('access', english);
