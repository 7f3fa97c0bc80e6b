import type { Texts } from '../catalogue.ts';

export const behind: Texts['behind'] = {
  title: 'यह ईमेल कई विद्यार्थियों का है',
  question: 'आपका मतलब किससे है?',
  born: (date: string) => `जन्म ${date}`,
};
