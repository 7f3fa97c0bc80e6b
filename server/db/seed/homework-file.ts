import { instantAt, type Day } from './calendar.ts';
import { staffIds } from './staff.ts';

/** One PDF stands for all handed in files, so that the start on a laptop stays short. */
const id = '6f1d2c34-0a5b-4c6d-8e7f-901234567890';

/** A stored key is random elsewhere. As for every PDF, this key opens nothing without a signed link. */
export const demoHomeworkKey = `${'demo-homework'.padEnd(43, '-')}.pdf`;

const answers = [
  [
    'What did this week speak to you of?',
    'Of patience: to do the next thing well, and to let the rest come.',
  ],
  ['Which verse do you keep?', 'The one about the lamp that does not flicker where there is no wind.'],
  ['What did you practise?', 'Ten minutes each morning before the house wakes. I missed two days.'],
] as const;

const drawing = [
  'BT /F1 22 Tf 72 740 Td (Homework) Tj ET',
  '0.06 0.37 0.35 rg 72 722 451 2 re f 0 g',
  ...answers.flatMap(([question, answer], index) => [
    `BT /F1 13 Tf 72 ${670 - index * 90} Td (${question}) Tj ET`,
    `BT /F2 13 Tf 72 ${645 - index * 90} Td (${answer}) Tj ET`,
  ]),
].join('\n');

const objects = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
  `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
  '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
];

/** Objects, then the table of their offsets: the minimum of the format. */
function pdf(): Buffer {
  let file = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const place = `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const size = objects.length + 1;
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}

export const demoHomework = pdf();

/** The rows that make the file known to homework. */
export const homeworkFileRows = (today: Day) => [
  {
    id,
    kind: 'homework_pdf',
    key: demoHomeworkKey,
    name: 'homework.pdf',
    content_type: 'application/pdf',
    size: demoHomework.length,
    uploaded_by: staffIds.admin,
    created_at: instantAt(today, 0),
    finished_at: instantAt(today, 0),
  },
];
