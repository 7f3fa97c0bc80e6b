import { audit as english } from './en/audit.ts';
import { pick } from './catalogue.ts';

export const auditTexts = pick('audit', english);
