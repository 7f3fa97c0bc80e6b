import { paymentUpload as english } from './en/payment-upload.ts';
import { pick } from './catalogue.ts';

export const paymentUploadTexts = pick('paymentUpload', english);
