import english from '@gurukul/contract/texts/openid.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const openidTexts = await translated('openid', english);
