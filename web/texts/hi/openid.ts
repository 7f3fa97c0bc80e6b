import type { Texts } from '../catalogue.ts';

export const openid: Texts['openid'] = {
  or: 'या',
  with: (service) => `${service} से जारी रखें`,
  leaving: (service) => `${service} पर जा रहे हैं…`,
  title: 'साइन इन',
  back: (service) => `${service} से साइन इन हो रहा है…`,
  failed: 'साइन इन नहीं हो सका। कृपया फिर कोशिश करें।',
  stillThere: 'आप यहाँ साइन आउट हो गए हैं। जिस सेवा से आपने साइन इन किया था, वहाँ आप अब भी साइन इन हो सकते हैं।',
  signOutThere: 'वहाँ भी साइन आउट करें',
};
