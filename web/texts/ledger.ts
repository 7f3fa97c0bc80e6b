import { ledger as english } from './en/ledger.ts';
import { pick } from './catalogue.ts';

export const ledgerTexts = pick('ledger', english);
