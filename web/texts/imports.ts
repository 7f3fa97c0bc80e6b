import english from '@gurukul/contract/texts/imports.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const importsTexts = await translated('imports', english);
