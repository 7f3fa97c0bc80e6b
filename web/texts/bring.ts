import { bring as english } from './en/bring.ts';
import { pick } from './catalogue.ts';

export const bringTexts = pick('bring', english);
