import { help as english } from './en/help.ts';
import { pick } from './catalogue.ts';

export const helpTexts = pick('help', english);
