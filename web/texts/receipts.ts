import { receipts as english } from './en/receipts.ts';
import { pick } from './catalogue.ts';

export const receiptsTexts = pick('receipts', english);
