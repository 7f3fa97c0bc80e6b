import type { Texts } from '../catalogue.ts';

export const history: Texts['history'] = {
  title: 'इतिहास',
  open: 'इतिहास दिखाएँ',
  close: 'इतिहास छिपाएँ',
  lead: 'किसने, कब, क्या बदला: पहले क्या था और बाद में क्या।',
};
