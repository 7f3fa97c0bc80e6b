/** A thing of the house, and its one name in each language. */
interface Term {
  /** In English, in any of its forms. */
  readonly en: RegExp;
  /** How its forms begin in Telugu. */
  readonly te: readonly string[];
  /** How its forms begin in Hindi. */
  readonly hi: readonly string[];
}

/** The words of mails are those of the portal: each of these things has one name in a language. */
export const terms: Readonly<Record<string, Term>> = {
  account: { en: /\baccounts?\b/i, te: ['అకౌంట్'], hi: ['खात'] },
  address: { en: /\baddress(es)?\b/i, te: ['చిరునామా'], hi: ['पता', 'पते', 'पतों'] },
  administrator: { en: /\badmin(istrator)?\b/i, te: ['అడ్మిన్'], hi: ['प्रशासक'] },
  attendance: { en: /\battendance\b/i, te: ['హాజరు'], hi: ['उपस्थिति'] },
  browser: { en: /\bbrowsers?\b/i, te: ['బ్రౌజర్'], hi: ['ब्राउज़र'] },
  button: { en: /\bbutton\b/i, te: ['బటన్'], hi: ['बटन'] },
  calendar: { en: /\bcalendars?\b/i, te: ['క్యాలెండర్'], hi: ['कैलेंडर'] },
  class: { en: /\bclass(es)?\b/i, te: ['క్లాస్', 'క్లాసు'], hi: ['कक्षा'] },
  code: { en: /\bcodes?\b/i, te: ['కోడ్'], hi: ['कोड'] },
  course: { en: /\bcourses?\b/i, te: ['కోర్సు'], hi: ['पाठ्यक्रम'] },
  device: { en: /\bdevices?\b/i, te: ['పరికర'], hi: ['डिवाइस'] },
  donation: { en: /\bdonations?\b/i, te: ['విరాళ'], hi: ['दान'] },
  event: { en: /\bevents?\b/i, te: ['ఈవెంట్'], hi: ['कार्यक्रम'] },
  file: { en: /\bfiles?\b/i, te: ['ఫైల్'], hi: ['फ़ाइल'] },
  homework: { en: /\bhomework\b/i, te: ['హోమ్‌వర్క్'], hi: ['गृहकार्य'] },
  intakeKey: { en: /\bintake keys?\b/i, te: ['ఇన్‌టేక్ కీ'], hi: ['इनटेक कुंज'] },
  invitation: { en: /\binvit/i, te: ['ఆహ్వాన'], hi: ['आमंत्र'] },
  link: { en: /\blinks?\b/i, te: ['లింక్'], hi: ['लिंक'] },
  mail: { en: /(?<!e-)\bmail(s|ed)?\b/i, te: ['మెయిల్', 'మెయిళ్'], hi: ['मेल'] },
  mailbox: { en: /\bmailbox\b/i, te: ['మెయిల్‌బాక్స్'], hi: ['मेलबॉक्स'] },
  // Families speak of a class where the portal has a meeting of it.
  meeting: { en: /\bmeetings?\b/i, te: ['సమావేశ', 'క్లాస్', 'క్లాసు'], hi: ['बैठक', 'कक्षा'] },
  message: { en: /\bmessages?\b/i, te: ['సందేశ'], hi: ['संदेश'] },
  myPage: { en: /\bmy page\b/i, te: ['నా పేజీ'], hi: ['मेरा पेज'] },
  office: { en: /\boffice\b/i, te: ['కార్యాలయ'], hi: ['कार्यालय'] },
  page: { en: /\bpages?\b/i, te: ['పేజీ'], hi: ['पेज'] },
  password: { en: /\bpasswords?\b/i, te: ['పాస్‌వర్డ్'], hi: ['पासवर्ड'] },
  payment: { en: /\bpayments?\b/i, te: ['పేమెంట్'], hi: ['भुगतान'] },
  portal: { en: /\bportal\b/i, te: ['పోర్టల్'], hi: ['पोर्टल'] },
  receipt: { en: /\breceipts?\b/i, te: ['రసీదు'], hi: ['रसीद'] },
  signIn: { en: /\bsign(ed|s)?[ -]in\b/i, te: ['సైన్ ఇన్'], hi: ['साइन इन'] },
  signOut: { en: /\bsigned out\b/i, te: ['సైన్ అవుట్'], hi: ['साइन आउट'] },
  student: { en: /\bstudents?\b/i, te: ['విద్యార్థ'], hi: ['विद्यार्थ'] },
  teacher: { en: /\bteachers?\b/i, te: ['టీచర్'], hi: ['शिक्षक'] },
};
