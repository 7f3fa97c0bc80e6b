import type { Texts } from '../catalogue.ts';

export const passkeys: Texts['passkeys'] = {
  proof: {
    title: 'क्या यह अब भी आप हैं?',
    why: 'इससे बहुत कुछ बदलता या दिखता है, इसलिए कृपया फिर दिखाएँ कि आप कौन हैं। फिर पोर्टल यह काम करता है और पाँच मिनट तक नहीं पूछता।',
    password: 'आपका पासवर्ड',
    missing: 'कृपया अपना पासवर्ड डालें',
    go: 'आगे बढ़ें',
    busy: 'जाँच हो रही है…',
    cancel: 'रद्द करें',
  },
};
