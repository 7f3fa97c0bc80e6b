import english from '@gurukul/contract/texts/pdf.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const pdfTexts = await translated('pdf', english);
