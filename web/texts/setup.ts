import { setup as english } from './en/setup.ts';
import { pick } from './catalogue.ts';

export const setupTexts = pick('setup', english);
