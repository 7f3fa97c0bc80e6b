import { pick } from './catalogue.ts';
import { reports as english } from './en/reports.ts';

export const reportsTexts = pick('reports', english);
