import { privacy as english } from './en/privacy.ts';
import { pick } from './catalogue.ts';

export const privacyTexts = pick('privacy', english);
