import { passkeys as english } from './en/passkeys.ts';
import { pick } from './catalogue.ts';

export const passkeysTexts = pick('passkeys', english);
