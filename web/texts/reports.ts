import english from '@gurukul/contract/texts/reports.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const reportsTexts = await translated('reports', english);
