import type { Texts } from '../catalogue.ts';

export const behind: Texts['behind'] = {
  title: 'ఈ ఈమెయిల్ చాలా మంది విద్యార్థులకు ఉంది',
  question: 'మీరు అనుకున్నది ఎవరిని?',
  born: (date: string) => `పుట్టినది ${date}`,
};
