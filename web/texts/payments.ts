import english from '@gurukul/contract/texts/payments.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const paymentsTexts = await translated('payments', english);
