import { accounts as english } from './en/accounts.ts';
import { pick } from './catalogue.ts';

export const accountsTexts = pick('accounts', english);
