import type { Texts } from '../catalogue.ts';

export const schedule: Texts['schedule'] = {
  title: 'టీచర్ షెడ్యూల్',
  lead: (zone: string) => `మీ క్లాసులు జరిగే సమయాలు, మీ స్థానిక సమయం ప్రకారం (${zone}).`,
  course: 'కోర్సు',
  allCourses: 'అన్ని కోర్సులు',
  unknownCourse: 'వేరే కోర్సు',
  view: 'వీక్షణ',
  views: { table: 'పట్టిక', week: 'వారం' },
  columns: {
    date: 'తేదీ',
    day: 'రోజు',
    course: 'కోర్సు పేరు',
    class: 'క్లాస్',
    time: 'స్లాట్ సమయం',
    students: 'విద్యార్థులు',
  },
  mark: 'హాజరు నమోదు',
  markToday: 'నేటి హాజరు నమోదు',
  markTodayOf: (name: string, time: string) => `నేటి హాజరు నమోదు: ${name}, ${time}`,
  markOf: (name: string, time: string) => `హాజరు నమోదు: ${name}, ${time}`,
  none: 'ఇంకా క్లాసులు లేవు',
  noneWhy: 'కోర్సు అడ్మిన్ మీకు క్లాస్ కేటాయించగానే దాని తేదీలు ఇక్కడ కనిపిస్తాయి.',
  noneOfCourse: 'ఈ కోర్సులో మీరు ఏ క్లాస్‌నూ బోధించడం లేదు',
  week: {
    label: 'వారాలు',
    days: 'వారంలోని రోజులు',
    previous: 'గత వారం',
    current: 'ఈ వారం',
    next: 'తర్వాతి వారం',
    noEarlier: 'అంతకుముందు వారాలు హాజరు నివేదికలో ఉన్నాయి.',
    noLater: 'ఆ తర్వాతి వారాలు ఇంకా తెలియవు.',
    already: 'ఇప్పుడు కనిపిస్తున్నది ఈ వారమే.',
    range: (from: string, to: string) => `${from} – ${to}`,
    until: (time: string) => `${time} వరకు`,
    today: 'ఈ రోజు',
    dayTab: (day: string, classes: number) => {
      if (classes === 0) return `${day}, క్లాసులు లేవు`;
      return classes === 1 ? `${day}, 1 క్లాస్` : `${day}, ${classes} క్లాసులు`;
    },
    freeDay: 'క్లాసులు లేవు',
    empty: 'ఈ వారంలో క్లాసులు లేవు',
    nextMeeting: (day: string) => `మీ తర్వాతి క్లాస్: ${day}.`,
    showNext: 'ఆ వారానికి వెళ్లండి',
    now: (time: string) => `ఇప్పుడు, ${time}`,
  },
  moves: {
    title: (day: string) => `${day} నుంచి ఈ క్లాసుల సమయం మీకు మారుతుంది`,
    line: (name: string, before: string, after: string) => `${name}: ${before} బదులు ${after}`,
    why: 'ఇక్కడ గానీ క్లాస్ జరిగే చోట గానీ గడియారాలు మారుతున్నాయి.',
  },
};
