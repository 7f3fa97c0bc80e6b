import type { PortalLanguage, ReceiptTemplate } from '@gurukul/contract/provider';

/** Every text on receipts and statements. */
interface Words {
  readonly receipt: string;
  readonly donationReceipt: string;
  readonly copy: string;
  readonly voided: string;
  readonly voidedOn: (day: string, reason: string) => string;
  readonly number: string;
  readonly issuedOn: string;
  readonly payer: string;
  readonly students: string;
  readonly courses: string;
  readonly campaign: string;
  readonly method: string;
  readonly methods: Readonly<Record<string, string>>;
  readonly paidOn: string;
  readonly paymentId: string;
  readonly amount: string;
  readonly automatic: string;
  readonly templates: Readonly<Record<ReceiptTemplate, string>>;
  readonly statement: (year: string) => string;
  readonly statementOf: (from: string, to: string) => string;
  readonly day: string;
  readonly what: string;
  readonly sum: string;
  readonly payment: string;
  readonly donation: string;
  readonly refund: string;
  readonly received: string;
  readonly refunded: string;
  readonly donated: string;
  readonly totals: string;
  readonly none: string;
}

const english: Words = {
  receipt: 'Receipt',
  donationReceipt: 'Receipt for a donation',
  copy: 'Copy',
  voided: 'Void',
  voidedOn: (day, reason) => `Void since ${day}: ${reason}`,
  number: 'Receipt number',
  issuedOn: 'Issued on',
  payer: 'Received from',
  students: 'For',
  courses: 'Course',
  campaign: 'Campaign',
  method: 'Paid by',
  methods: {
    cash: 'Cash',
    upi: 'UPI',
    bank: 'Bank transfer',
    cheque: 'Cheque',
    card: 'Card',
    online: 'Online payment',
  },
  paidOn: 'Paid on',
  paymentId: 'Payment id',
  amount: 'Amount received',
  automatic: 'This receipt was made by computer and needs no signature.',
  templates: {
    plain: '',
    '80g':
      'Donations to this organisation are eligible for deduction under section 80G of the Income-tax Act, 1961.',
    us: 'No goods or services were provided in exchange for this contribution. Please keep this receipt for your tax records.',
  },
  statement: (year) => `Statement ${year}`,
  statementOf: (from, to) => `${from} to ${to}`,
  day: 'Date',
  what: 'What',
  sum: 'Amount',
  payment: 'Payment',
  donation: 'Donation',
  refund: 'Refund',
  received: 'Payments',
  refunded: 'Refunds',
  donated: 'Donations',
  totals: 'Totals',
  none: 'No payments in this year.',
};

const telugu: Words = {
  receipt: 'రసీదు',
  donationReceipt: 'విరాళం రసీదు',
  copy: 'నకలు',
  voided: 'రద్దు',
  voidedOn: (day, reason) => `${day} నుండి రద్దు: ${reason}`,
  number: 'రసీదు సంఖ్య',
  issuedOn: 'జారీ చేసిన తేదీ',
  payer: 'చెల్లించినవారు',
  students: 'ఎవరి కోసం',
  courses: 'కోర్సు',
  campaign: 'విరాళ కార్యక్రమం',
  method: 'చెల్లింపు విధానం',
  methods: {
    cash: 'నగదు',
    upi: 'UPI',
    bank: 'బ్యాంకు బదిలీ',
    cheque: 'చెక్కు',
    card: 'కార్డు',
    online: 'ఆన్‌లైన్ చెల్లింపు',
  },
  paidOn: 'చెల్లించిన తేదీ',
  paymentId: 'పేమెంట్ ఐడీ',
  amount: 'అందిన సొమ్ము',
  automatic: 'ఈ రసీదు కంప్యూటర్ ద్వారా తయారైంది; సంతకం అవసరం లేదు.',
  templates: {
    plain: '',
    '80g': 'ఈ సంస్థకు ఇచ్చే విరాళాలకు ఆదాయపు పన్ను చట్టం, 1961 సెక్షన్ 80G కింద మినహాయింపు ఉంటుంది.',
    us: 'ఈ విరాళానికి బదులుగా ఎలాంటి వస్తువులు లేదా సేవలు ఇవ్వలేదు. పన్ను లెక్కల కోసం ఈ రసీదును భద్రపరచుకోండి.',
  },
  statement: (year) => `వార్షిక వివరణ ${year}`,
  statementOf: (from, to) => `${from} నుండి ${to} వరకు`,
  day: 'తేదీ',
  what: 'వివరం',
  sum: 'సొమ్ము',
  payment: 'చెల్లింపు',
  donation: 'విరాళం',
  refund: 'వాపసు',
  received: 'చెల్లింపులు',
  refunded: 'వాపసులు',
  donated: 'విరాళాలు',
  totals: 'మొత్తాలు',
  none: 'ఈ సంవత్సరంలో చెల్లింపులు లేవు.',
};

const hindi: Words = {
  receipt: 'रसीद',
  donationReceipt: 'दान की रसीद',
  copy: 'प्रतिलिपि',
  voided: 'रद्द',
  voidedOn: (day, reason) => `${day} से रद्द: ${reason}`,
  number: 'रसीद संख्या',
  issuedOn: 'जारी करने की तारीख़',
  payer: 'भुगतानकर्ता',
  students: 'किसके लिए',
  courses: 'कोर्स',
  campaign: 'दान अभियान',
  method: 'भुगतान का तरीक़ा',
  methods: {
    cash: 'नक़द',
    upi: 'UPI',
    bank: 'बैंक ट्रांसफ़र',
    cheque: 'चेक',
    card: 'कार्ड',
    online: 'ऑनलाइन भुगतान',
  },
  paidOn: 'भुगतान की तारीख़',
  paymentId: 'पेमेंट आईडी',
  amount: 'प्राप्त राशि',
  automatic: 'यह रसीद कंप्यूटर से बनी है और इस पर हस्ताक्षर की आवश्यकता नहीं है।',
  templates: {
    plain: '',
    '80g': 'इस संस्था को दिए गए दान पर आयकर अधिनियम, 1961 की धारा 80G के अंतर्गत छूट मिलती है।',
    us: 'इस दान के बदले कोई वस्तु या सेवा नहीं दी गई। कृपया यह रसीद अपने कर-अभिलेखों के लिए सँभालकर रखें।',
  },
  statement: (year) => `वार्षिक विवरण ${year}`,
  statementOf: (from, to) => `${from} से ${to} तक`,
  day: 'तारीख़',
  what: 'विवरण',
  sum: 'राशि',
  payment: 'भुगतान',
  donation: 'दान',
  refund: 'वापसी',
  received: 'भुगतान',
  refunded: 'वापसी',
  donated: 'दान',
  totals: 'कुल',
  none: 'इस वर्ष में कोई भुगतान नहीं है।',
};

export const paperWords: Readonly<Record<PortalLanguage, Words>> = { en: english, te: telugu, hi: hindi };

const locales = { en: 'en-GB', te: 'te-IN', hi: 'hi-IN' } as const;

/** yyyy-mm-dd as people read it. */
export const dayOn = (day: string, language: PortalLanguage): string =>
  new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'long',
    timeZone: 'UTC',
    numberingSystem: 'latn',
  }).format(new Date(`${day}T00:00:00Z`));

/** INR 1,25,000.00: the code is the same in every language, and rupees are grouped as in India. */
export function amountOn(amount: string, currency: string): string {
  const [whole = '0', part] = amount.split('.');
  const groups = currency === 'INR' ? /\B(?=(?:\d{2})*\d{3}$)/g : /\B(?=(?:\d{3})+$)/g;
  return `${currency} ${whole.replaceAll(groups, ',')}${part === undefined ? '' : `.${part}`}`;
}
