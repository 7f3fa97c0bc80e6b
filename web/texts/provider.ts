import english from '@gurukul/contract/texts/provider.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const providerTexts = await translated('provider', english);
