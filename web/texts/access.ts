import { access as english } from './en/access.ts';
import { pick } from './catalogue.ts';

export const accessTexts = pick('access', english);
