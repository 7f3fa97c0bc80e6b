import type { Texts } from '../catalogue.ts';

export const schedule: Texts['schedule'] = {
  title: 'शिक्षक समय-सारणी',
  lead: (zone: string) => `आपकी कक्षाएँ कब हैं, आपकी अपनी घड़ी के अनुसार (${zone})।`,
  course: 'पाठ्यक्रम',
  allCourses: 'सभी पाठ्यक्रम',
  unknownCourse: 'कोई अन्य पाठ्यक्रम',
  view: 'दृश्य',
  views: { table: 'तालिका', week: 'सप्ताह' },
  columns: {
    date: 'दिनांक',
    day: 'दिन',
    course: 'पाठ्यक्रम का नाम',
    class: 'कक्षा',
    time: 'स्लॉट समय',
    students: 'विद्यार्थी',
  },
  mark: 'उपस्थिति दर्ज करें',
  markToday: 'आज की दर्ज करें',
  markTodayOf: (name: string, time: string) => `आज की दर्ज करें: ${name}, ${time} की उपस्थिति`,
  markOf: (name: string, time: string) => `${name}, ${time} की उपस्थिति दर्ज करें`,
  none: 'अभी कोई कक्षा नहीं',
  noneWhy: 'पाठ्यक्रम प्रशासक जैसे ही आपको कोई कक्षा सौंपेंगे, उसके दिनांक यहाँ दिखेंगे।',
  noneOfCourse: 'आप इस पाठ्यक्रम की कोई कक्षा नहीं पढ़ाते',
  week: {
    label: 'सप्ताह',
    days: 'सप्ताह के दिन',
    previous: 'पिछला सप्ताह',
    current: 'यह सप्ताह',
    next: 'अगला सप्ताह',
    noEarlier: 'इससे पहले के सप्ताह उपस्थिति रिपोर्ट में हैं।',
    noLater: 'इसके बाद के सप्ताह अभी तय नहीं हैं।',
    already: 'यही सप्ताह दिख रहा है।',
    range: (from: string, to: string) => `${from} – ${to}`,
    until: (time: string) => `${time} तक`,
    today: 'आज',
    dayTab: (day: string, classes: number) => {
      if (classes === 0) return `${day}, कोई कक्षा नहीं`;
      return classes === 1 ? `${day}, 1 कक्षा` : `${day}, ${classes} कक्षाएँ`;
    },
    freeDay: 'कोई कक्षा नहीं',
    empty: 'इस सप्ताह कोई कक्षा नहीं',
    nextMeeting: (day: string) => `आपकी अगली कक्षा ${day} को है।`,
    showNext: 'उस सप्ताह पर जाएँ',
    now: (time: string) => `अभी, ${time}`,
  },
  moves: {
    title: (day: string) => `${day} को आपके लिए इन कक्षाओं का समय बदलेगा`,
    line: (name: string, before: string, after: string) => `${name}: ${before} के स्थान पर ${after}`,
    why: 'यहाँ या कक्षा के अपने स्थान पर घड़ियाँ बदली जाती हैं।',
  },
};
