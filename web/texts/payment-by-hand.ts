import { paymentByHand as english } from './en/payment-by-hand.ts';
import { pick } from './catalogue.ts';

export const paymentByHandTexts = pick('paymentByHand', english);
