import { openid as english } from './en/openid.ts';
import { pick } from './catalogue.ts';

export const openidTexts = pick('openid', english);
