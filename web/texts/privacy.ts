import english from '@gurukul/contract/texts/privacy.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const privacyTexts = await translated('privacy', english);
