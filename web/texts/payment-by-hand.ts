import english from '@gurukul/contract/texts/payment-by-hand.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const paymentByHandTexts = await translated('payment-by-hand', english);
