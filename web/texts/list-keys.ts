import english from '@gurukul/contract/texts/list-keys.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const listKeysTexts = await translated('list-keys', english);
