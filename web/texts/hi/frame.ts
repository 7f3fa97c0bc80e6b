import type { Texts } from '../catalogue.ts';

export const frame: Texts['frame'] = {
  errors: {
    wentWrong: 'कुछ गड़बड़ हो गई',
    changedMeanwhile: (state: string) => `इस बीच किसी ने इसे बदल दिया है। अब स्थिति: ${state}। कुछ नहीं किया गया।`,
    tryAgainAt: (refusal, time) => `${refusal}: ${time} बजे फिर चलेगा`,
    unreachable: 'पोर्टल से संपर्क नहीं हो पा रहा है। कृपया कनेक्शन जाँचें और पुनः प्रयास करें।',
    httpsNeeded: 'पासवर्ड केवल https पर सुरक्षित रहते हैं। कृपया पोर्टल को उसके https पते से खोलें।',
    mainRoleOnly: 'यह सब पाठ्यक्रमों का साझा है। इसे केवल खाता प्रशासक और वे बदलते हैं जिनकी यह मुख्य भूमिका है।',
  },
  busy: {
    addCourse: 'कृपया प्रतीक्षा करें…',
    invite: 'कृपया प्रतीक्षा करें…',
  },
  uploads: {
    profileImage: 'त्रुटि',
    topicOrGlimpse: 'त्रुटि, पुनः प्रयास करें',
    otherImage: 'कुछ गड़बड़ हो गई',
  },
};
