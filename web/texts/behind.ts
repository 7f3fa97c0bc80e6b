import { behind as english } from './en/behind.ts';
import { pick } from './catalogue.ts';

export const behindTexts = pick('behind', english);
