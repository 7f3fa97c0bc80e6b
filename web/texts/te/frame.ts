import type { Texts } from '../catalogue.ts';

export const frame: Texts['frame'] = {
  errors: {
    wentWrong: 'ఏదో పొరపాటు జరిగింది',
    changedMeanwhile: (state: string) => `ఈలోగా వేరొకరు దీన్ని మార్చారు. ఇప్పుడు స్థితి: ${state}. మీ చర్య జరగలేదు.`,
    tryAgainAt: (refusal, time) => `${refusal}: ${time}కి మళ్లీ పనిచేస్తుంది`,
    unreachable: 'పోర్టల్‌ను చేరుకోలేకపోతున్నాం. మీ కనెక్షన్‌ను సరిచూసి మళ్లీ ప్రయత్నించండి.',
    httpsNeeded: 'పాస్‌వర్డ్‌లు https ద్వారా మాత్రమే సురక్షితం. దయచేసి పోర్టల్‌ను దాని https చిరునామాతో తెరవండి.',
    mainRoleOnly: 'ఇది అన్ని కోర్సులకు ఉమ్మడి. దీన్ని అకౌంట్ అడ్మిన్లు, ఇది ప్రధాన పాత్రగా ఉన్నవారు మాత్రమే మారుస్తారు.',
  },
  busy: {
    addCourse: 'దయచేసి వేచి ఉండండి…',
    invite: 'దయచేసి వేచి ఉండండి…',
  },
  uploads: {
    profileImage: 'పొరపాటు జరిగింది',
    topicOrGlimpse: 'పొరపాటు జరిగింది, మళ్లీ ప్రయత్నించండి',
    otherImage: 'ఏదో పొరపాటు జరిగింది',
  },
};
