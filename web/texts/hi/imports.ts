import type { Texts } from '../catalogue.ts';

/** What all uploads of spreadsheets say. */
export const imports: Texts['imports'] = {
  steps: 'चरण',
  choose: 'स्प्रेडशीट चुनें',
  drop: 'स्प्रेडशीट यहाँ छोड़ें, या चुनें।',
  reading: (file: string) => `${file} पढ़ी जा रही है…`,
  another: 'दूसरी फ़ाइल चुनें',
  changedTitle: 'आपके देखने के बाद कुछ बदल गया',
  changed: 'कुछ सहेजा नहीं गया। कृपया फिर से देखें और दोबारा पुष्टि करें।',
  toColumns: 'कॉलम बदलें',
  back: 'आपकी चुनी हुई फ़ाइल फिर यहाँ है। उसका अभी कुछ सहेजा नहीं गया है।',
  columns: {
    remembered: 'इन्हीं शीर्षकों वाली आपकी पिछली फ़ाइल के अनुसार चुने गए।',
    none: 'इस फ़ाइल में नहीं',
    unnamed: (letter: string) => `कॉलम ${letter}`,
    named: (heading: string, letter: string) => `${heading} (कॉलम ${letter})`,
    and: (first: string, second: string) => `${first} और ${second}`,
    sample: (samples: string) => `जैसे ${samples}`,
    emptyColumn: 'यह कॉलम खाली है।',
    taken: (column: string, other: string) =>
      `${column} को अब उसका कॉलम मिल गया है; ${other} के लिए कोई नहीं है।`,
    sheet: 'शीट',
    more: 'और कॉलम',
  },
  notTaken: {
    columns: (columns: string) => `जो कॉलम काम में नहीं लिए गए: ${columns}`,
    lines: (lines: string) => `जो पंक्तियाँ नहीं ली गईं: ${lines}`,
    sheets: (sheets: string) => `जो शीट नहीं ली गईं: ${sheets}`,
    rows: (rows: string) => `जो पंक्तियाँ केवल दूसरी पंक्तियों का जोड़ हैं या कॉलम के नाम दोहराती हैं, वे छोड़ी गईं: ${rows}`,
  },
  faults: {
    notASheet: 'यह फ़ाइल स्प्रेडशीट नहीं है। कृपया .xlsx, .xls या .csv फ़ाइल चुनें।',
    protected: 'यह फ़ाइल पासवर्ड से सुरक्षित है। इसे बिना पासवर्ड के सहेजें और फिर चुनें।',
    unreadable: 'यह फ़ाइल पढ़ी नहीं जा सकी। इसे अपने स्प्रेडशीट प्रोग्राम में खोलें, .xlsx के रूप में फिर सहेजें और उसे चुनें।',
  },
};
