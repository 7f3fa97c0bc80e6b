import { listKeys as english } from './en/list-keys.ts';
import { pick } from './catalogue.ts';

export const listKeysTexts = pick('listKeys', english);
