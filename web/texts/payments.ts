import { payments as english } from './en/payments.ts';
import { pick } from './catalogue.ts';

export const paymentsTexts = pick('payments', english);
