import { updating as english } from './en/updating.ts';
import { pick } from './catalogue.ts';

export const updatingTexts = pick('updating', english);
