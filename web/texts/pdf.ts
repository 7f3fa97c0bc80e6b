import { pdf as english } from './en/pdf.ts';
import { pick } from './catalogue.ts';

export const pdfTexts = pick('pdf', english);
