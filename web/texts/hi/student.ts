import type { Texts } from '../catalogue.ts';

/** The page of one student. */
export const student: Texts['student'] = {
  title: 'विद्यार्थी प्रोफ़ाइल',
  update: 'पाठ्यक्रम, कक्षा या भाषा बदलें',
  figures: (name: string) => `${name} के आँकड़े`,
  stats: {
    courses: 'पाठ्यक्रम',
    attendance: 'उपस्थिति',
    ofMarks: (present: string, all: string) => `${all} में से ${present} कक्षाओं में`,
    noMarks: 'अभी कुछ दर्ज नहीं',
    present: 'उपस्थित',
    absent: 'अनुपस्थित',
    others: (moved: string, dropped: string) => `साथ ही ${moved} स्थानांतरित, ${dropped} ड्रॉपआउट`,
    years: 'जुड़ाव के वर्ष',
    percent: (share: string) => `${share}%`,
  },
  courses: {
    title: 'पाठ्यक्रम',
    of: (name: string) => `${name} के पाठ्यक्रम`,
    none: 'अभी किसी पाठ्यक्रम में नहीं',
    noneForTeacher: 'अभी आपकी किसी कक्षा में नहीं',
    timesLead:
      'समय आपके समय क्षेत्र के अनुसार हैं; किसी समय पर संकेतक ले जाने या टैप करने पर कक्षा की अपनी घड़ी का समय दिखता है।',
    columns: {
      course: 'पाठ्यक्रम',
      class: 'कक्षा',
      teacher: 'शिक्षक',
      time: 'समय',
      payment: 'भुगतान स्थिति',
      registration: 'पंजीकरण स्थिति',
    },
    noClass: 'अभी कोई कक्षा नहीं',
    noStatus: 'निर्धारित नहीं',
    move: 'दूसरी कक्षा में भेजें',
    moveFrom: (course: string) => `– ${course} से`,
  },
  status: {
    gone: 'यह विद्यार्थी अब यहाँ नहीं है: किसी ने हटा दिया, या वे आपके पाठ्यक्रम से चले गए।',
    payment: 'भुगतान स्थिति',
    registration: 'पंजीकरण स्थिति',
    of: (what: string, course: string) => `${course} में ${what}`,
    question: (what: string) => `क्या आप निश्चित हैं? आप ${what} बदलना चाहते हैं`,
    from: 'पहले:',
    to: 'अब:',
    done: (what: string, value: string) => `${what} अब ${value} है`,
  },
  region: {
    label: 'क्षेत्र',
    placeholder: 'देश चुनें',
    none: 'ऐसा कोई देश नहीं',
    countryOf: (name: string, code: string) => `${name} (${code})`,
    done: (region: string) => `क्षेत्र अब ${region} है`,
  },
  attendance: {
    title: 'उपस्थिति',
    of: (name: string) => `${name} की उपस्थिति`,
    lead: {
      admin: 'सभी प्रविष्टियाँ, नवीनतम पहले; उन कक्षाओं की भी जो अब छोड़ी जा चुकी हैं।',
      courseadmin: 'आपके पाठ्यक्रमों की सभी प्रविष्टियाँ, नवीनतम पहले; उन कक्षाओं की भी जो अब छोड़ी जा चुकी हैं।',
      teacher: 'जिन कक्षाओं को आप पढ़ाते हैं उनकी सभी प्रविष्टियाँ, नवीनतम पहले।',
    },
    none: 'अभी कोई उपस्थिति दर्ज नहीं',
    columns: { course: 'पाठ्यक्रम', class: 'कक्षा', date: 'दिनांक', status: 'उपस्थिति' },
  },
  profile: {
    language: 'भाषा',
    country: 'देश',
    registered: 'पंजीकरण दिनांक',
    address2: 'पता पंक्ति 2',
  },
};
