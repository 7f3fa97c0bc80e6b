import type { Texts } from '../catalogue.ts';

export const values: Texts['values'] = {
  payment: {
    Successful: 'सफल',
    Failed: 'विफल',
    Refunded: 'लौटाया गया',
    Exempted: 'छूट',
    'Alternate arrangements made': 'वैकल्पिक व्यवस्था',
    Sponsored: 'प्रायोजित',
  },
  registration: {
    Registered: 'पंजीकृत',
    'Registration failed': 'पंजीकरण विफल',
    Canceled: 'रद्द',
    Completed: 'पूर्ण',
    Memorizer: 'कंठस्थ किया',
    'Gold medalist': 'स्वर्ण पदक',
    Failed: 'अनुत्तीर्ण',
    Dropped: 'छोड़ दिया',
  },
  language: { Telugu: 'तेलुगु', English: 'अंग्रेज़ी', Sanskrit: 'संस्कृत' },
  money: {
    success: 'सफल',
    failed: 'विफल',
    refunded: 'लौटाया गया',
    pending: 'लंबित',
    created: 'शुरू हुआ',
    authorized: 'अनुमति मिली',
    processing: 'जारी है',
    canceled: 'रद्द',
    cancelled: 'रद्द',
    void: 'रद्द',
  },
  /** Who reads a note. */
  readers: { office: 'कार्यालय', teachers: 'शिक्षक' },
  work: { 'Full time': 'पूर्णकालिक', 'Part time': 'अंशकालिक', Volunteer: 'स्वयंसेवक' },
  /** Why the portal itself declared a receipt void. */
  voided: {
    'A change of the payment was undone': 'भुगतान का एक बदलाव वापस लिया गया',
    'An upload changed the payment': 'अपलोड ने यह भुगतान बदला',
    'The upload was undone': 'अपलोड वापस लिया गया',
    'The payment service changed the payment': 'भुगतान सेवा ने यह भुगतान बदला',
  },
};
