import { cover as english } from './en/cover.ts';
import { pick } from './catalogue.ts';

export const coverTexts = pick('cover', english);
