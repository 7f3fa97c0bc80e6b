import type { PortalLanguage } from '@gurukul/contract/provider';
import type { ReceiptContent } from '#server/pdf/content.ts';
import { paperLanguage, paperTexts } from '#server/pdf/words.ts';

/** An invented payment, for a preview. */
export function sampleContent(
  language: PortalLanguage,
  kind: ReceiptContent['kind'],
  day: string,
): Omit<ReceiptContent, 'provider' | 'template' | 'wording'> {
  const { payer, student } = paperTexts(paperLanguage(language)).sample;
  const isGift = kind === 'donation';
  return {
    kind,
    campaign: isGift ? 'Annadanam' : '',
    payer,
    students: isGift ? [] : [student],
    courses: isGift ? [] : ['Bhagavad Gita'],
    payment_id: 'sample',
    amount: '12500.00',
    currency: 'INR',
    method: 'upi',
    paid_on: day,
    issued_on: day,
  };
}
