import english from '@gurukul/contract/texts/passkeys.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const passkeysTexts = await translated('passkeys', english);
