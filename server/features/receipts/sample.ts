import type { PortalLanguage } from '@gurukul/contract/provider';
import type { ReceiptContent } from '#server/pdf/content.ts';

const names: Readonly<Record<PortalLanguage, readonly [payer: string, student: string]>> = {
  en: ['Ramesh Rao', 'Asha Rao'],
  te: ['రమేశ్ రావు', 'శ్రీకృష్ణ సుబ్రహ్మణ్య శాస్త్రి'],
  hi: ['रमेश राव', 'श्रीकृष्ण हर्षवर्धन'],
};

/** An invented payment, for a preview. */
export function sampleContent(
  language: PortalLanguage,
  kind: ReceiptContent['kind'],
  day: string,
): Omit<ReceiptContent, 'provider' | 'template' | 'wording'> {
  const [payer, student] = names[language];
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
