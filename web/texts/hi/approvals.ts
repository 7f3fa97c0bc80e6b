import type { Texts } from '../catalogue.ts';

export const approvals: Texts['approvals'] = {
  title: 'स्वीकृतियाँ',
  lead: 'जहाँ सेटिंग कहती है, वहाँ बहुतों को हटाने, निर्यात करने या मिटाने के लिए दूसरे खाता प्रशासक चाहिए। यहाँ स्वीकृति मिलती है, फिर माँगने वाला ही करता है।',
  none: 'कुछ नहीं माँगा गया।',
  calls: {
    'selection.save_change': 'विद्यार्थियों को हटाना',
    'students.export_students': 'विद्यार्थियों का निर्यात',
    'payments.export_payments': 'भुगतानों का निर्यात',
    'payments.export_tickets': 'कार्यक्रम टिकटों का निर्यात',
    'privacy.erase_person': 'एक व्यक्ति को मिटाना',
    'provider.save_settings': 'दो लोगों का नियम बदलना',
  },
  states: {
    waiting: 'प्रतीक्षा में',
    approved: 'स्वीकृत',
    refused: 'अस्वीकृत',
    expired: 'समय समाप्त',
    done: 'हो गया',
  },
  until: (when: string) => `${when} तक`,
  columns: {
    what: 'क्या',
    size: 'कितने',
    reason: 'कारण',
    by: 'किसने माँगा',
    at: 'कब माँगा',
    decided: 'किसने तय किया',
    state: 'स्थिति',
  },
  approve: 'स्वीकृत करें',
  refuse: 'अस्वीकार करें',
  doNow: 'अभी करें',
  download: 'डाउनलोड',
  busy: 'कृपया प्रतीक्षा करें…',
  approveQuestion: (asker: string, what: string, size: string) =>
    size === '' ? `${asker} की माँग स्वीकृत करें: ${what}?` : `${asker} की माँग स्वीकृत करें: ${what} (${size})?`,
  refuseQuestion: (asker: string, what: string) => `${asker} की माँग अस्वीकार करें: ${what}?`,
  doQuestion: (what: string, size: string) =>
    size === '' ? `अभी करें: ${what}?` : `अभी करें: ${what} (${size})?`,
  approved: 'स्वीकृत हुआ। माँगने वाले को मेल जाता है।',
  refused: 'अस्वीकार हुआ। माँगने वाले को मेल जाता है।',
  done: 'हो गया',
  ask: {
    title: 'दूसरे व्यक्ति की ज़रूरत है',
    why: 'यह इतने लोगों से जुड़ा है कि पहले दूसरे खाता प्रशासक की स्वीकृति चाहिए। उन्हें मेल जाता है, और उनके निर्णय पर आपको मेल आता है।',
    reason: 'यह क्यों चाहिए?',
    reasonHint: 'बाकी लोग निर्णय से पहले इसे पढ़ते हैं।',
    reasonMissing: 'कृपया कारण बताएँ',
    go: 'स्वीकृति माँगें',
    done: 'बाकी खाता प्रशासकों से पूछा गया। यह स्वीकृतियों में मिलेगा।',
  },
  setting: {
    title: 'दो लोग',
    label: 'इससे अधिक पर दूसरा व्यक्ति',
    hint: 'इससे अधिक विद्यार्थियों या भुगतानों को हटाने और निर्यात करने, तथा हर मिटाने के लिए दूसरे खाता प्रशासक की स्वीकृति चाहिए। खाली: किसी के लिए नहीं।',
  },
};
