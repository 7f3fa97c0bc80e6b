import type { Texts } from '../catalogue.ts';

export const invitations: Texts['invitations'] = {
  title: 'ఆహ్వానాలు',
  lead: 'ఆహ్వానం అందుకుని ఇంకా సైన్ అప్ చేయనివారు. వారికి కోర్సులు, క్లాసులు ఇప్పుడే ఇవ్వవచ్చు.',
  none: 'పెండింగ్ ఆహ్వానాలు లేవు',
  search: 'పేరు లేదా ఈమెయిల్',
  pending: 'వేచి ఉంది',
  named: (name) => `${name} (వేచి ఉంది)`,
  columns: {
    email: 'ఈమెయిల్',
    role: 'పాత్ర',
    by: 'ఆహ్వానించినవారు',
    sent: 'పంపిన సమయం',
    expires: 'చెల్లుబాటు గడువు',
    state: 'లింక్',
    mail: 'మెయిల్',
    work: 'ఇప్పటికే ఉన్నవి',
  },
  roles: { courseadmin: 'కోర్సు అడ్మిన్', coordinator: 'కోఆర్డినేటర్', teacher: 'టీచర్' },
  states: { open: 'చెల్లుతుంది', expired: 'గడువు ముగిసింది' },
  unknown: 'తెలియదు',
  work: (courses, slots) =>
    [courses === 0 ? '' : `${courses} కోర్సులు`, slots === 0 ? '' : `${slots} వారపు క్లాసులు`]
      .filter(Boolean)
      .join(', '),
  resend: 'మళ్లీ పంపండి',
  resent: (email) => `${email}కు కొత్త లింక్ పంపాం`,
  revoke: 'రద్దు చేయండి',
  revokeTitle: 'ఆహ్వానాన్ని రద్దు చేయాలా?',
  revokeText: (email) => `${email} దగ్గర ఉన్న లింక్ పనిచేయదు.`,
  revokeWork: (email, work) => `${email} దగ్గర ఉన్న లింక్ పనిచేయదు. మీరు వేరొకరిని ఎంచుకునే వరకు ${work} ఎవరికీ ఉండవు.`,
  revoked: 'ఆహ్వానం రద్దయింది',
  revokedWork: (work) => `ఆహ్వానం రద్దయింది. ${work} ఇప్పుడు వేరొకరికి ఇవ్వాలి.`,
};
