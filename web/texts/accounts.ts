import english from '@gurukul/contract/texts/accounts.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const accountsTexts = await translated('accounts', english);
