import type { Texts } from '../catalogue.ts';

export const listKeys: Texts['listKeys'] = {
  title: 'कुंजियाँ',
  anywhere: 'कहीं भी',
  inLists: 'सूचियों में',
  close: 'बंद करें',
  rows: {
    find: 'इस सूची में खोजें, या कुछ भी',
    bar: 'कुछ भी खोजें या करें',
    next: 'अगली पंक्ति',
    previous: 'पिछली पंक्ति',
    select: 'पंक्ति चुनें',
    open: 'पंक्ति खोलें',
    menu: 'पंक्ति के साथ क्या हो सकता है',
    help: 'ये कुंजियाँ',
  },
  or: 'या',
  letters: 'इस डिवाइस पर एक अक्षर की कुंजियाँ',
  lettersOff: 'बंद: अक्षर, / और ? कुछ नहीं करते। यह सूची मदद पन्ने पर "सभी कुंजियाँ दिखाएँ" से खुलती है।',
};
