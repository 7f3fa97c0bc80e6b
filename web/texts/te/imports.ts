import type { Texts } from '../catalogue.ts';

/** What all uploads of spreadsheets say. */
export const imports: Texts['imports'] = {
  steps: 'దశలు',
  choose: 'స్ప్రెడ్‌షీట్ ఎంచుకోండి',
  drop: 'స్ప్రెడ్‌షీట్‌ను ఇక్కడికి లాగి వదలండి, లేదా ఎంచుకోండి.',
  reading: (file: string) => `${file} చదువుతున్నాం…`,
  another: 'వేరే ఫైల్ ఎంచుకోండి',
  changedTitle: 'మీరు చూసిన తర్వాత ఏదో మారింది',
  changed: 'ఏదీ సేవ్ కాలేదు. దయచేసి మళ్లీ చూసి, మళ్లీ నిర్ధారించండి.',
  toColumns: 'కాలమ్‌లు మార్చండి',
  back: 'మీరు ఎంచుకున్న ఫైల్ మళ్లీ ఇక్కడ ఉంది. అందులో ఇంకా ఏదీ సేవ్ కాలేదు.',
  columns: {
    remembered: 'ఇవే శీర్షికలున్న మీ గత ఫైల్‌లో లాగే ఎంచుకున్నాం.',
    none: 'ఈ ఫైల్‌లో లేదు',
    unnamed: (letter: string) => `కాలమ్ ${letter}`,
    named: (heading: string, letter: string) => `${heading} (కాలమ్ ${letter})`,
    and: (first: string, second: string) => `${first}, ${second}`,
    sample: (samples: string) => `ఉదాహరణకు ${samples}`,
    emptyColumn: 'ఈ కాలమ్ ఖాళీగా ఉంది.',
    taken: (column: string, other: string) => `“${other}” కాలమ్ ఇప్పుడు “${column}”కి వెళ్లింది; “${other}”కి ఏదీ లేదు.`,
    sheet: 'షీట్',
    more: 'మరిన్ని కాలమ్‌లు',
  },
  notTaken: {
    columns: (columns: string) => `వాడని కాలమ్‌లు: ${columns}`,
    lines: (lines: string) => `తీసుకోని వరుసలు: ${lines}`,
    sheets: (sheets: string) => `తీసుకోని షీట్‌లు: ${sheets}`,
    rows: (rows: string) => `వేరే వరుసల మొత్తాన్ని మాత్రమే చెప్పే, లేదా కాలమ్ పేర్లను మళ్లీ చెప్పే వరుసలను వదిలేశాం: ${rows}`,
  },
  faults: {
    notASheet: 'ఈ ఫైల్ స్ప్రెడ్‌షీట్ కాదు. దయచేసి .xlsx, .xls లేదా .csv ఫైల్ ఎంచుకోండి.',
    protected: 'ఈ ఫైల్‌కు పాస్‌వర్డ్ రక్షణ ఉంది. పాస్‌వర్డ్ లేకుండా సేవ్ చేసి, మళ్లీ ఎంచుకోండి.',
    unreadable: 'ఈ ఫైల్‌ను చదవలేకపోయాం. మీ స్ప్రెడ్‌షీట్ ప్రోగ్రామ్‌లో తెరిచి, .xlsxగా మళ్లీ సేవ్ చేసి, దాన్ని ఎంచుకోండి.',
  },
};
