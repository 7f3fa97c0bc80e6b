import english from '@gurukul/contract/texts/receipts.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const receiptsTexts = await translated('receipts', english);
