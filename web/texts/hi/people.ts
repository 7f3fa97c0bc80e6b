import type { Texts } from '../catalogue.ts';

const courses = (count: number) =>
  count === 1
    ? '1 पाठ्यक्रम तब तक बिना पाठ्यक्रम प्रशासक के रहेगा'
    : `${count} पाठ्यक्रम तब तक बिना पाठ्यक्रम प्रशासक के रहेंगे`;

export const people: Texts['people'] = {
  columns: {
    name: 'पूरा नाम',
    email: 'ईमेल',
    phone: 'फ़ोन',
    courses: 'पाठ्यक्रम',
    course: 'पाठ्यक्रम',
    students: 'विद्यार्थी',
    sections: 'सेक्शन',
    sectionsHelp: 'हर हफ़्ते के समय: जो कक्षा हफ़्ते में दो बार होती है, दो गिनी जाती है।',
    years: 'जुड़ाव के वर्ष',
    strength: 'क्षमता',
    strengthHelp: 'पाठ्यक्रम की सभी कक्षाओं में शिक्षक ज़्यादा से ज़्यादा कितने विद्यार्थी लेते हैं।',
    workStatus: 'कार्य स्थिति',
    class: 'कक्षा',
    time: 'समय',
  },
  firstYear: '1 से कम',
  search: 'खोजें',
  viewProfile: 'प्रोफ़ाइल देखें',
  profileOf: (name: string) => `– ${name}`,
  courseAdmins: {
    title: 'पाठ्यक्रम प्रशासक सूची',
    lead: 'पाठ्यक्रमों की देखरेख करने वाले सभी लोग, और अभी क्या चल रहा है।',
    searchHint: 'नाम',
    none: 'अभी कोई पाठ्यक्रम प्रशासक नहीं',
  },
  teachers: {
    title: 'शिक्षक',
    lead: 'संस्था के सभी शिक्षक।',
    searchHint: 'नाम, ईमेल, फ़ोन, पाठ्यक्रम',
    none: 'अभी कोई शिक्षक नहीं',
  },
  ownTeachers: {
    title: 'शिक्षक सूची',
    lead: 'आपके पाठ्यक्रमों के शिक्षक।',
    searchHint: 'नाम, ईमेल, फ़ोन, पाठ्यक्रम',
    none: 'आपके पाठ्यक्रमों से अभी कोई शिक्षक संबद्ध नहीं है',
  },
  detail: {
    mergeWith: 'दूसरे से मिलाएँ…',
    about: 'परिचय',
    accountAdmin: 'खाता प्रशासक प्रोफ़ाइल',
    courseAdmin: 'पाठ्यक्रम प्रशासक प्रोफ़ाइल',
    teacher: 'शिक्षक प्रोफ़ाइल',
    figures: (name: string) => `${name} के आँकड़े`,
    sectionsHint: 'कक्षाओं के साप्ताहिक समय',
    studentsHint: 'प्रत्येक की गिनती एक बार',
    courses: 'पाठ्यक्रम',
    coursesOf: (name: string) => `${name} के पाठ्यक्रम`,
    noCourses: 'अभी कोई पाठ्यक्रम नहीं',
    slots: 'साप्ताहिक समय',
    slotsOf: (name: string) => `${name} के साप्ताहिक समय`,
    slotsLead: 'आपके समय क्षेत्र के अनुसार; किसी समय पर संकेतक ले जाने या टैप करने पर कक्षा की अपनी घड़ी का समय दिखता है।',
    noSlots: 'अभी कोई कक्षा नहीं पढ़ाते',
    missingTitle: 'प्रोफ़ाइल नहीं मिली',
    missing: 'ऐसा कोई व्यक्ति नहीं है, या वह उन लोगों में नहीं है जिनकी देखरेख आप करते हैं।',
    back: 'सूची पर लौटें',
  },
  contact: {
    call: 'कॉल',
    callOf: (name: string) => `कॉल: ${name}`,
    mail: 'मेल',
    mailOf: (name: string) => `मेल: ${name}`,
    whatsApp: 'WhatsApp',
    whatsAppOf: (name: string) => `WhatsApp: ${name}`,
  },
  profile: {
    title: 'प्रोफ़ाइल',
    about: 'परिचय',
  },
  deletion: {
    delete: 'हटाएँ',
    deleting: 'हटाया जा रहा है…',
    courseAdmin: (name: string, count: number) =>
      `${name} अब साइन इन नहीं कर सकेंगे। ${count === 0 ? 'सौंपने के लिए कोई पाठ्यक्रम नहीं है।' : `${courses(count)}, जब तक आप नया नहीं चुनते।`} जो कक्षाएँ ${name} पढ़ाते भी हैं, वे बिना शिक्षक के रहेंगी।`,
    teacher: (name: string) =>
      `${name} अब साइन इन नहीं कर सकेंगे। उनकी कक्षाएँ तब तक बिना शिक्षक के रहेंगी जब तक कोई उन्हें नहीं सँभालता, और वे पाठ्यक्रम भी जिन्हें ${name} चलाते हैं। उपस्थिति और शेष इतिहास बना रहेगा।`,
    courseAdminDone: 'पाठ्यक्रम प्रशासक को हटा दिया गया है!',
    teacherDone: 'शिक्षक को हटा दिया गया है!',
    refused: 'आपको हटाने की अनुमति नहीं है!',
    adminsOnly: 'लोगों को केवल खाता प्रशासक हटा सकते हैं।',
  },
  byHand: 'हाथ से चुना',
  byHandHint: 'यह स्थिति किसी ने चुनी है। यह शुल्क और भुगतान से नहीं निकलती।',
};
