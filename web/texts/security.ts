import { security as english } from './en/security.ts';
import { pick } from './catalogue.ts';

export const securityTexts = pick('security', english);
