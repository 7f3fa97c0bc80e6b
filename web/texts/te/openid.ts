import type { Texts } from '../catalogue.ts';

export const openid: Texts['openid'] = {
  or: 'లేదా',
  with: (service) => `${service}తో కొనసాగండి`,
  leaving: (service) => `${service}కు వెళ్తోంది…`,
  title: 'సైన్ ఇన్',
  back: (service) => `${service}తో సైన్ ఇన్ చేస్తోంది…`,
  failed: 'సైన్ ఇన్ కుదరలేదు. దయచేసి మళ్లీ ప్రయత్నించండి.',
  stillThere: 'మీరు ఇక్కడ సైన్ అవుట్ అయ్యారు. మీరు వాడిన సేవలో ఇంకా సైన్ ఇన్ అయి ఉండవచ్చు.',
  signOutThere: 'అక్కడ కూడా సైన్ అవుట్ చేయండి',
};
