import english from '@gurukul/contract/texts/ledger.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const ledgerTexts = await translated('ledger', english);
