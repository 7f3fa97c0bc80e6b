import type { Texts } from '../catalogue.ts';

const rolls = (count: number) =>
  count === 1 ? '1 हाज़िरी अभी नहीं भेजी गई है' : `${count} हाज़िरियाँ अभी नहीं भेजी गई हैं`;

export const rollCall: Texts['rollCall'] = {
  due: 'ली जाने वाली हाज़िरी',
  noneDue: 'आपकी कोई भी कक्षा आज नहीं है और न ही कल थी',
  place: (group: string, day: string) => `${group}, ${day}`,
  onItsClock: (time: string, zone: string) => `${time} ${zone}`,
  onYourClock: (time: string) => `आपकी घड़ी के अनुसार ${time}`,
  notCalled: 'हाज़िरी अभी नहीं ली गई',
  counts: (present: number, absent: number) => `${present} उपस्थित, ${absent} अनुपस्थित`,
  moreCounts: (counts: string, label: string, count: number) => `${counts}, ${count} ${label}`,
  nobody: 'इस कक्षा में कोई नहीं है',
  lead: 'आरंभ में सभी उपस्थित माने जाते हैं। जो नहीं हैं, उन पर टैप करें।',
  leadMarked: 'यह दर्ज है। जिनकी प्रविष्टि ग़लत है, उन पर टैप करें।',
  leadPartly: (count: number) =>
    `बाकी हाज़िरी दर्ज है; जिन ${count} की दर्ज नहीं है वे उपस्थित दिखते हैं। जो ग़लत हो उसे छुएँ।`,
  students: 'विद्यार्थी',
  otherStatus: (name: string) => `${name} की उपस्थिति`,
  save: (place: string) => `${place} सहेजें`,
  saving: 'सहेजा जा रहा है…',
  nothingToSave: 'यहाँ सब कुछ सहेजा हुआ है।',
  saved: (place: string) => `सहेजा गया: ${place}`,
  kept: (place: string) =>
    `${place} की हाज़िरी इस डिवाइस पर रखी गई है और पोर्टल से संपर्क होते ही अपने-आप भेज दी जाएगी।`,
  notKept: 'यह ब्राउज़र हाज़िरी को नहीं रख सकता। कृपया “उपस्थिति लें” का फ़ॉर्म प्रयोग करें।',
  waits: 'इस डिवाइस पर सहेजी गई है, अभी भेजी नहीं गई।',
  toDecide: 'इस हाज़िरी पर आपके निर्णय की आवश्यकता है।',
  decide: 'देखें',
  asOf: (time: string) => `कनेक्शन नहीं है। विद्यार्थी ${time} की स्थिति के अनुसार दिखाए गए हैं।`,
  allRolls: 'सभी हाज़िरियाँ',
  gone: 'यह हाज़िरी अब नहीं ली जानी है',
  goneWhy: 'हाज़िरी कक्षा के दिन और उसके एक दिन बाद तक ली जा सकती है। इसके बाद “उपस्थिति दर्ज करें” का प्रयोग करें।',
  tapsBack: 'आपके लगाए निशान फिर यहाँ हैं। वे अभी सहेजे नहीं गए हैं।',
  leaveTitle: 'सहेजे बिना बाहर जाएँ?',
  leave: 'इस हाज़िरी में आपने जो चुना है, वह सहेजा नहीं गया है।',
  fromReport: 'बैठक की रिपोर्ट से',
  reportFilled: 'हाज़िरी भर दी गई है। देख लें, फिर सहेजें।',
  waiting: {
    chip: (count: number) => `${count} प्रतीक्षा में`,
    toDecide: 'निर्णय आवश्यक',
    title: 'भेजे जाने की प्रतीक्षा में',
    lead: 'ये हाज़िरियाँ इस डिवाइस पर हैं, अभी पोर्टल में नहीं। ये अपने-आप भेज दी जाती हैं, पोर्टल बंद करने के बाद भी।',
    none: 'सब कुछ भेजा जा चुका है',
    savedAt: (time: string) => `${time} पर सहेजी गई`,
    queued: 'पोर्टल से संपर्क होने पर भेजी जाएगी।',
    otherRole: (role: string) => `जब आप ${role} के रूप में जारी रखेंगे, तब भेजी जाएगी।`,
    sendNow: 'अभी भेजें',
    exceptions: (label: string, names: string) => `${label}: ${names}`,
    conflict: 'इस बीच किसी और ने यह हाज़िरी भिन्न रूप से दर्ज की है। आपकी प्रविष्टियों में से अभी कुछ नहीं सहेजा गया है।',
    left: (names: string) =>
      `उस दिन अब इस कक्षा में नहीं हैं: ${names}। आपकी प्रविष्टियों में से अभी कुछ नहीं सहेजा गया है; इनके बिना सहेजा जा सकता है।`,
    differences: (place: string) => `${place} में अंतर`,
    student: 'विद्यार्थी',
    mine: 'आपकी प्रविष्टि',
    theirs: 'अभी दर्ज',
    nothing: 'कुछ नहीं',
    keepMine: 'मेरी रखें',
    keepTheirs: 'उनकी रखें',
    refused: (reason: string) => `पोर्टल ने इसे स्वीकार नहीं किया: ${reason}`,
    tryAgain: 'पुनः प्रयास करें',
    discard: 'छोड़ दें',
    discardTitle: 'यह हाज़िरी छोड़ दें?',
    discardText: (place: string) => `${place} में आपने जो चुना है, वह दर्ज नहीं होगा।`,
    discarded: 'छोड़ दी गई',
  },
  keptForYou: (count: number) =>
    count === 1
      ? `${rolls(count)}: इस डिवाइस पर रखी है और आपके फिर से साइन इन करने के बाद भेजी जाएगी।`
      : `${rolls(count)}: इस डिवाइस पर रखी हैं और आपके फिर से साइन इन करने के बाद भेजी जाएँगी।`,
  logOutTitle: 'लॉग आउट करें और प्रविष्टियाँ खो दें?',
  logOut: (count: number, places: string) =>
    `${rolls(count)}: ${places}। लॉग आउट करने पर वहाँ की आपकी प्रविष्टियाँ हट जाएँगी।`,
  newVersion: {
    label: 'नया संस्करण',
    text: 'पोर्टल का नया संस्करण तैयार है।',
    reload: 'पुनः लोड करें',
    later: 'बाद में',
  },
};
