import type { Texts } from '../catalogue.ts';

export const listKeys: Texts['listKeys'] = {
  title: 'इस सूची की कुंजियाँ',
  close: 'बंद करें',
  rows: {
    next: 'अगली पंक्ति',
    previous: 'पिछली पंक्ति',
    select: 'पंक्ति चुनें',
    open: 'पंक्ति खोलें',
    menu: 'पंक्ति के साथ क्या हो सकता है',
    help: 'ये कुंजियाँ',
  },
  or: 'या',
};
