import type { Texts } from '../catalogue.ts';

export const invitations: Texts['invitations'] = {
  title: 'आमंत्रण',
  lead: 'जिन्हें आमंत्रित किया गया है और जिन्होंने अभी साइन अप नहीं किया। इन्हें पाठ्यक्रम और कक्षा अभी दिए जा सकते हैं।',
  none: 'कोई लंबित आमंत्रण नहीं',
  search: 'नाम या ईमेल',
  pending: 'प्रतीक्षा में',
  named: (name) => `${name} (प्रतीक्षा में)`,
  columns: {
    email: 'ईमेल',
    role: 'भूमिका',
    by: 'आमंत्रण देने वाले',
    sent: 'भेजा गया',
    expires: 'कब तक मान्य',
    state: 'लिंक',
    mail: 'मेल',
    work: 'पहले से है',
  },
  roles: { courseadmin: 'पाठ्यक्रम प्रशासक', coordinator: 'समन्वयक', teacher: 'शिक्षक' },
  states: { open: 'मान्य', expired: 'समाप्त' },
  unknown: 'पता नहीं',
  work: (courses, slots) =>
    [courses === 0 ? '' : `${courses} पाठ्यक्रम`, slots === 0 ? '' : `${slots} साप्ताहिक कक्षा`]
      .filter(Boolean)
      .join(', '),
  resend: 'फिर भेजें',
  resent: (email) => `${email} को नया लिंक भेजा गया`,
  revoke: 'वापस लें',
  revokeTitle: 'आमंत्रण वापस लें?',
  revokeText: (email) => `${email} का लिंक काम करना बंद कर देगा।`,
  revokeWork: (email, work) =>
    `${email} का लिंक काम करना बंद कर देगा। जब तक आप किसी और को नहीं चुनते, ${work} किसी के पास नहीं होंगे।`,
  revoked: 'आमंत्रण वापस लिया गया',
  revokedWork: (work) => `आमंत्रण वापस लिया गया। ${work} अब किसी और को देने होंगे।`,
};
