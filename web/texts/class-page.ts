import english from '@gurukul/contract/texts/class-page.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const classPageTexts = await translated('class-page', english);
