import type { Texts } from '../catalogue.ts';

/**
 * The command bar. Words beside a page are what people may call it, in Hindi, in English and with Latin letters; they
 * are matched, never shown.
 */
export const search: Texts['search'] = {
  title: 'खोजें या पृष्ठ पर जाएँ',
  field: 'नाम, फ़ोन, ईमेल, ID या पृष्ठ',
  close: 'बंद करें',
  results: 'परिणाम',
  kinds: {
    deed: 'क्या करना है',
    help: 'कैसे करें',
    recent: 'हाल के',
    page: 'पृष्ठ',
    student: 'विद्यार्थी',
    course: 'पाठ्यक्रम',
    class: 'कक्षाएँ',
    teacher: 'शिक्षक',
    course_admin: 'पाठ्यक्रम प्रशासक',
    payment: 'भुगतान',
    event: 'कार्यक्रम',
  },
  searching: 'खोजा जा रहा है…',
  count: (count: number) => `${count} परिणाम`,
  nothing: (text: string) => `“${text}” के लिए कुछ नहीं मिला`,
  nothingHint: 'नाम का कोई भाग, पूरा फ़ोन नंबर या ID लिखकर देखें।',
  short: 'लोगों, पाठ्यक्रमों और भुगतानों को खोजने के लिए एक अक्षर और लिखें।',
  failed: 'खोज नहीं हो सकी।',
  keys: { move: 'चुनने के लिए', open: 'खोलने के लिए', newTab: 'नए टैब में', close: 'बंद करने के लिए' },
  deeds: {
    callRoll: { name: 'उपस्थिति लें', of: (name: string) => `उपस्थिति लें: ${name}`, example: 'उपस्थिति gita a' },
    message: { name: 'संदेश लिखें', of: (name: string) => `${name} को लिखें`, example: 'संदेश gita a' },
    move: { name: 'विद्यार्थी की कक्षा बदलें', of: (name: string) => `${name} की कक्षा बदलें`, example: 'बदलें asha' },
    cancel: { name: 'बैठक रद्द करें', of: (name: string) => `बैठक रद्द करें: ${name}`, example: 'रद्द gita a कल' },
    postpone: {
      name: 'बैठक का समय बदलें',
      of: (name: string) => `बैठक का समय बदलें: ${name}`,
      example: 'टालें gita a कल',
    },
    cover: {
      name: 'एवज़ी शिक्षक खोजें',
      of: (name: string) => `एवज़ी शिक्षक खोजें: ${name}`,
      example: 'एवज़ी lakshmi',
    },
    receipt: { name: 'रसीद जारी करें', of: (name: string) => `${name} की रसीद`, example: 'रसीद asha' },
    payment: { name: 'भुगतान दर्ज करें', of: (name: string) => `${name} का भुगतान दर्ज करें`, example: 'भुगतान asha' },
    report: {
      name: 'कक्षा या विद्यार्थी की उपस्थिति',
      of: (name: string) => `${name} की उपस्थिति`,
      example: 'रिपोर्ट gita a',
    },
    whyNoMail: {
      name: 'मेल क्यों नहीं मिला',
      of: (name: string) => `${name} की मेलें, और कौन-सी क्यों नहीं पहुँची`,
      example: 'मेल नहीं मिला asha',
    },
    note: { name: 'टिप्पणी लिखें', of: (name: string) => `${name} पर टिप्पणी लिखें`, example: 'टिप्पणी asha' },
    correct: {
      name: 'विद्यार्थी का विवरण सुधारें',
      of: (name: string) => `${name} का विवरण सुधारें`,
      example: 'सुधारें asha',
    },
    homework: {
      name: 'कक्षा या विद्यार्थी का गृहकार्य',
      of: (name: string) => `${name} का गृहकार्य`,
      example: 'गृहकार्य gita a',
    },
    history: { name: 'किसने क्या बदला', of: (name: string) => `${name} का इतिहास`, example: 'इतिहास asha' },
  },
  example: (text: string) => `जैसे: ${text}`,
  dialogs: {
    which: 'कौन-सी बैठक?',
    noneAhead: 'अगले पाँच हफ़्तों में कोई बैठक नहीं है।',
    noneOn: (day: string) => `${day} को ऐसी कोई बैठक नहीं जो बदली जा सके।`,
    notMet: 'यह कक्षा अभी तक नहीं हुई है।',
    receipt: (name: string) => `${name} की रसीद`,
    payment: 'भुगतान',
    nothingPaid: 'इस विद्यार्थी का कोई मिला हुआ भुगतान नहीं है।',
  },
  pages: {
    addStudent: 'विद्यार्थी जोड़ें',
    unpaid: 'जिन विद्यार्थियों ने भुगतान नहीं किया',
    invite: 'शिक्षक को आमंत्रित करें',
    addEvent: 'कार्यक्रम जोड़ें',
    mailPreviews: 'मेल के पूर्वावलोकन',
    importStudents: 'विद्यार्थी आयात करें',
    bring: 'जो आपके पास है उसे लाएँ',
    history: 'पिछली उपस्थिति',
    openidServices: 'साइन इन सेवाएँ',
    invitations: 'आमंत्रण',
    setup: 'छह चरणों में तैयारी',
    practiceRoll: 'अभ्यास की हाज़िरी',
    reports: 'तय रिपोर्टें',
    editProfile: 'प्रोफ़ाइल संपादित करें',
  },
  words: {
    help: 'help guide how कैसे कहाँ सवाल मार्गदर्शिका',
    addStudent: 'add student new enrol नया विद्यार्थी जोड़ना दाखिला',
    unpaid: 'unpaid not paid बकाया भुगतान नहीं फीस',
    invite: 'invite teacher new नया शिक्षक निमंत्रण',
    dashboard: 'होम आरंभ आँकड़े चार्ट आज मुख्य dashboard home start overview figures charts today mukhya aaj',
    courseAdmins:
      'समन्वयक प्रबंधक लोग कर्मचारी आमंत्रण एडमिन course admins coordinators managers people staff invite',
    teachers:
      'गुरु आचार्य अध्यापक टीचर लोग कर्मचारी आमंत्रण teachers instructors gurus acharyas people staff invite shikshak adhyapak',
    students:
      'छात्र छात्रा शिष्य भक्त लोग क्षेत्र students learners pupils devotees people region vidyarthi chhatra',
    payments: 'पैसा शुल्क फ़ीस रसीद लेनदेन वापसी payments money fees receipts transactions refunds bhugtan shulk',
    settlements:
      'निपटान अदायगी मिलान रोज़नामचा settlement payout reconcile razorpay stripe bank statement journal accounting exchange rates',
    owing: 'बकाया शुल्क देय जमा अनुस्मारक dues debts overdue balance',
    eventTickets: 'बुकिंग पैसा सीट टिकट event tickets bookings money seats',
    queryEmails:
      'प्रश्न सवाल मेलबॉक्स सहायता संपर्क query emails enquiries questions mailbox support contact poochtach',
    mails: 'पत्र चिट्ठी ईमेल मेल वितरण लॉग विफल भेजे mails letters e-mail email delivery log outbox failed sent',
    daysOff: 'अवकाश त्योहार दीपावली कक्षा नहीं',
    messages: 'लिखना मेल सूचना व्हाट्सऐप पढ़ने वाले',
    approvals: 'स्वीकृत दूसरा व्यक्ति दो लोग हटाना निर्यात',
    cover: 'स्थानापन्न शिक्षक अनुपस्थित बीमार बदले पढ़ाए घंटे',
    bin: 'वापस हटाए गए पूर्ववत undo bin',
    mailPreviews: 'मेल ईमेल चिट्ठी साँचा नमूना letters mails e-mail email templates preview text',
    intake:
      'एकीकरण वेबसाइट सार्वजनिक साइट भुगतान सेवा intake keys api integration website public site payment service',
    access: 'requests second role access अनुरोध दूसरी भूमिका',
    security: 'security log sign-ins exports सुरक्षा लॉग',
    roleReach: 'permissions rights roles access अनुमति अधिकार',
    openidServices: 'openid sso google microsoft keycloak साइन इन सेवा',
    invitations: 'invite pending resend revoke आमंत्रण लिंक वापस',
    setup: 'setup begin start शुरू तैयारी चरण',
    practiceRoll: 'practice practise अभ्यास हाज़िरी',
    reports: 'schedule report रिपोर्ट तय हर हफ़्ते महीने मेल',
    settings:
      'settings provider name logo colour language time zone mail संस्था नाम लोगो रंग भाषा समय क्षेत्र मेल परीक्षण',
    addCourse: 'नया बनाएँ कोर्स add new create course programme naya',
    courses: 'कोर्स सूची प्रकाशित पंजीकरण courses all list programmes publish registration pathyakram',
    events: 'सत्संग बैठक इवेंट पंजीकरण कैलेंडर events satsang meetings registrations calendar karyakram',
    addEvent: 'नया बनाएँ इवेंट सत्संग बैठक add new create event satsang meeting naya',
    courseAssociation:
      'प्रबंधन सौंपें शिक्षक बनाएँ कक्षा समय संबद्ध course association manage assign teacher create class timing associate',
    updating:
      'अपलोड भुगतान स्प्रेडशीट एक्सेल बदलें कक्षा स्थानांतरण विद्यार्थी भाषा updating upload payments spreadsheet excel change class move student language',
    importStudents: 'अपलोड नए जोड़ें छात्र स्प्रेडशीट एक्सेल import upload new add students spreadsheet excel csv',
    bring:
      'import migrate moodle google classroom gibbon courses classes teachers attendance template spreadsheet excel csv json आयात लाएँ कोर्स कक्षाएँ उपस्थिति',
    markAttendance:
      'हाज़िरी रजिस्टर उपस्थित अनुपस्थित सुधार mark attendance take roll register present absent correct hazri upasthiti',
    attendanceReport:
      'हाज़िरी इतिहास प्रतिशत प्रिंट अनुपस्थिति attendance report history percentage print absences hazri upasthiti',
    takeAttendance:
      'हाज़िरी रजिस्टर उपस्थित अनुपस्थित आज take attendance mark roll call register present absent today hazri upasthiti',
    history: 'देखें हाज़िरी रजिस्टर view attendance roll register past hazri upasthiti',
    schedule: 'टाइमटेबल कैलेंडर सप्ताह कक्षाएँ घड़ी समय schedule timetable calendar week classes clock timings samay',
    homework:
      'होमवर्क असाइनमेंट जमा फ़ाइलें निर्णय स्वीकृत लौटाएँ homework assignments submissions files decide approve return grihkarya',
    profile: 'मैं खाता चित्र नाम विवरण profile me account picture name description',
    editProfile: 'बदलें मेरा खाता चित्र नाम विवरण edit change my profile account picture name description',
    changePassword: 'सुरक्षा साइन इन लॉगिन नया change password security sign in login new',
  },
};
