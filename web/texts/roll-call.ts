import { rollCall as english } from './en/roll-call.ts';
import { pick } from './catalogue.ts';

export const rollCallTexts = pick('rollCall', english);
