import english from '@gurukul/contract/texts/classes.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const classesTexts = await translated('classes', english);
