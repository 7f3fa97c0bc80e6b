import english from '@gurukul/contract/texts/payment-upload.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const paymentUploadTexts = await translated('payment-upload', english);
