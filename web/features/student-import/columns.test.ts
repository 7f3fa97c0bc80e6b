import type { Question } from '@gurukul/contract/questions';
import { utils, write, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { readLines } from '#web/lib/files/sheet.ts';
import { takeTable } from '#web/lib/files/table.ts';
import { countKnown, missingIn, nowhere, planColumns } from './columns.ts';
import { studentsIn } from './read-chosen.ts';

const temple: Question = {
  question_id: 7,
  about: 'person',
  kind: 'line',
  label: 'Which temple?',
  label_te: 'ఏ దేవాలయం?',
  label_hi: '',
  choices: [],
  choices_te: [],
  choices_hi: [],
  asked: [],
  shown_to: 'office',
  keep_count: null,
  keep_unit: 'days',
};

const header = ['First name', 'Last name', 'Email', 'Phone', 'Course', 'Class'];
const asha = ['Asha', 'Rao', 'asha@example.test', '9876543210', 'Vedic Chanting', 'Morning'];

function readSheet(bytes: Uint8Array) {
  const read = readLines(bytes, { rowsMax: 100 });
  const table = read.kind === 'fault' ? read.fault : takeTable({ ...read, file_name: '' }, 100, countKnown);
  if (typeof table === 'string') return table;
  const { choice } = planColumns(
    table.header,
    table.lines.map(({ cells }) => cells),
  );
  const missing = missingIn(choice);
  return missing.length > 0 ? missing : studentsIn(table, choice, { placed: nowhere, questions: [temple] });
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const csv = (...lines: string[]) => readSheet(bytesOf(lines.join('\r\n')));

function book(sheet: WorkSheet, bookType: 'xlsx' | 'biff8' = 'xlsx'): Uint8Array {
  const made: WorkBook = utils.book_new();
  utils.book_append_sheet(made, sheet, 'Sheet1');
  return new Uint8Array(write(made, { type: 'array', bookType }) as ArrayBuffer);
}

function rowsOf(answer: ReturnType<typeof readSheet>) {
  if (typeof answer === 'string' || !('rows' in answer)) throw new Error(JSON.stringify(answer));
  return answer.rows;
}

test.each([' which  Temple? ', 'ఏ దేవాలయం?'])('a column %j has the answers to that question', (heading) => {
  const sheet = csv([...header, heading, 'Notes'].join(','), [...asha, 'River', 'Quiet'].join(','));
  expect(rowsOf(sheet)).toEqual([
    expect.objectContaining({ answers: [{ question_id: 7, answer: 'River' }] }),
  ]);
  expect(sheet).toMatchObject({ left: { columns: ['Notes'] } });
});

describe('a file that cannot be imported', () => {
  test('a picture with the name of a spreadsheet is none', () => {
    const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0, 0, 0, 13]);
    expect(readSheet(picture)).toBe('notASheet');
  });

  test('a document is none, although it is packed like one', () => {
    expect(readSheet(new Uint8Array([0x50, 0x4b, 3, 4, 9, 9, 9, 9, 9, 9]))).toBe('unreadable');
  });

  test('an empty file is no sheet, and a bare header holds no students', () => {
    expect(readSheet(new Uint8Array())).toBe('notASheet');
    expect(csv(header.join(','), ',,,,,')).toBe('empty');
  });

  test('what is missing is said by name', () => {
    expect(csv('Name,E-mail id,Course', 'Asha Rao,a@b.test,Gita')).toEqual(['phone_number', 'class_name']);
  });

  test('more students than allowed are refused as a whole', () => {
    const lines = Array.from({ length: 101 }, () => asha.join(','));
    expect(csv(header.join(','), ...lines)).toBe('tooMany');
    expect(csv(header.join(','), ...lines.slice(1))).toMatchObject({ rows: { length: 100 } });
  });
});

describe('a spreadsheet of students', () => {
  for (const bookType of ['xlsx', 'biff8'] as const) {
    test(`is read from ${bookType} with numbers and dates as the office means them`, () => {
      const sheet = utils.aoa_to_sheet(
        [
          [...header, 'Date of birth', 'Pincode', 'Shoe size'],
          [
            ...asha.slice(0, 3),
            919876543210,
            'Vedic Chanting',
            'Morning',
            new Date(Date.UTC(2001, 2, 5)),
            7,
            38,
          ],
        ],
        { UTC: true },
      );
      (sheet['H2'] as { z: string }).z = '000000';
      expect(readSheet(book(sheet, bookType))).toMatchObject({
        left: { columns: ['Shoe size'] },
        rows: [
          {
            row: 2,
            first_name: 'Asha',
            last_name: 'Rao',
            email_id: 'asha@example.test',
            phone_number: '919876543210',
            course_name: 'Vedic Chanting',
            class_name: 'Morning',
            dob: '2001-03-05',
            pincode: '000007',
          },
        ],
      });
    });
  }

  test('keeps the row numbers of the spreadsheet, past titles and empty rows', () => {
    const sheet = utils.aoa_to_sheet([['Students of the spring'], [], header, asha, [], asha]);
    expect(rowsOf(readSheet(book(sheet))).map(({ row }) => row)).toEqual([4, 6]);
  });

  test('knows the columns by other common names, in any case and order', () => {
    const [row] = rowsOf(
      csv(
        'BATCH,Course_Name,Mobile Number,e-mail ID,Student Name',
        'Morning,Gita,98765 43210,a@b.test,Asha Devi Rao',
      ),
    );
    expect(row).toEqual({
      row: 2,
      first_name: 'Asha',
      last_name: 'Devi Rao',
      email_id: 'a@b.test',
      phone_number: '98765 43210',
      course_name: 'Gita',
      class_name: 'Morning',
    });
  });

  test('takes the first of two columns that mean the same and names the other as unused', () => {
    const answer = csv([...header, 'Mobile'].join(','), [...asha, '1'].join(','));
    expect(answer).toMatchObject({ left: { columns: ['Mobile'] }, rows: [{ phone_number: '9876543210' }] });
  });

  test('never runs a formula', () => {
    const [plain] = rowsOf(csv(header.join(','), '=1+1,Rao,a@b.test,1,Gita,Morning'));
    expect(plain?.first_name).toBe('=1+1');
    const sheet = utils.aoa_to_sheet([header, asha]);
    sheet['A2'] = { t: 's', v: 'Shown', f: 'HYPERLINK("http://example.test")' };
    expect(rowsOf(readSheet(book(sheet)))[0]?.first_name).toBe('Shown');
  });
});

describe('a CSV', () => {
  const line = 'Asha,राव,a@b.test,09876543210,"Gita, part 1",Morning';

  test('is read as UTF-8 with and without its mark, and keeps zeros in front', () => {
    for (const mark of ['', '\ufeff']) {
      const [row] = rowsOf(readSheet(bytesOf(`${mark}${header.join(',')}\n${line}`)));
      expect(row).toMatchObject({
        last_name: 'राव',
        phone_number: '09876543210',
        course_name: 'Gita, part 1',
      });
    }
  });

  test('is read as the Unicode text that Excel saves, with tabs', () => {
    const text = `\ufeff${header.join('\t')}\r\n${asha.join('\t').replace('Rao', 'राव')}`;
    const bytes = new Uint8Array(new Uint16Array(Array.from(text, (sign) => sign.charCodeAt(0))).buffer);
    expect(rowsOf(readSheet(bytes))[0]).toMatchObject({ last_name: 'राव', class_name: 'Morning' });
  });

  test('may separate by semicolons, be of an old Windows program and start with an ID', () => {
    const text = `ID;${header.join(';')}\r\n1;Ren\u00e9;${asha.slice(1).join(';')}`;
    const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    expect(readSheet(bytes)).toMatchObject({
      left: { columns: ['ID'] },
      rows: [{ row: 2, first_name: 'René' }],
    });
  });

  test('may have line breaks inside a quoted cell', () => {
    const [row] = rowsOf(csv(header.join(','), 'Asha,Rao,a@b.test,1,"Gita\nIntensive",Morning'));
    expect(row?.course_name).toBe('Gita\nIntensive');
  });
});

describe('columns', () => {
  const meant = (header: string, ...rows: string[]) => {
    const cells = (text: string) => text.split('|');
    const { choice, guessed } = planColumns(cells(header), rows.map(cells));
    const said = Object.entries(choice).map(([target, [place = -1]]) => [target, cells(header)[place]]);
    return { ...Object.fromEntries(said), guessed };
  };
  test.each<[string, string, Record<string, string | number>]>([
    [
      'First Name [Required]|Last Name [Required]|Email Address [Required]|Mobile Phone',
      'A|B|a@b.in|9',
      {
        first_name: 'First Name [Required]',
        last_name: 'Last Name [Required]',
        email_id: 'Email Address [Required]',
        phone_number: 'Mobile Phone',
        guessed: 0,
      },
    ],
    [
      'First Name *|Class / Batch|Course*',
      'A|Sat|Gita',
      { full_name: 'First Name *', class_name: 'Class / Batch', course_name: 'Course*', guessed: 0 },
    ],
    [
      'Timestamp|Email Address|Name of the student (as in Aadhaar)|Mobile / WhatsApp number of parent|Which course do you wish to join?|Preferred batch|Date of Birth',
      '5-Nov|a@b.in|A B|98|Gita|Sat|2010-12-25',
      {
        email_id: 'Email Address',
        full_name: 'Name of the student (as in Aadhaar)',
        phone_number: 'Mobile / WhatsApp number of parent',
        course_name: 'Which course do you wish to join?',
        class_name: 'Preferred batch',
        dob: 'Date of Birth',
        guessed: 3,
      },
    ],
    [
      "Father's Name|Child's full name|Mother's phone|Which school class is your child in?",
      'H|A B|98|5',
      { full_name: "Child's full name", phone_number: "Mother's phone", guessed: 2 },
    ],
    ['నామం|పేరు|ఫోన్', 'x|ఆశ|98', { full_name: 'పేరు', phone_number: 'ఫోన్', guessed: 0 }],
    [
      'नाम|कुलनाम|ईमेल|फ़ोन',
      'आशा|राव|a@b.in|98',
      { first_name: 'नाम', last_name: 'कुलनाम', email_id: 'ईमेल', phone_number: 'फ़ोन', guessed: 0 },
    ],
    ['Name|Contact', 'A B|a@b.in', { full_name: 'Name', email_id: 'Contact', guessed: 0 }],
    ['Name|Surname', 'Asha|Rao', { first_name: 'Name', last_name: 'Surname', guessed: 0 }],
    ['Full name|Surname', 'Asha Rao|Rao', { full_name: 'Full name', guessed: 0 }],
    ['S.No|Name|Name', '1|A B|7', { full_name: 'Name', guessed: 0 }],
  ])('%s', (header, row, expected) => expect(meant(header, row)).toEqual(expected));
});

test('columns of consents are known by their headings, and a guardian beside them alone', () => {
  const cells = ["Consent: A child's data", 'consent: pictures', 'Parent name'];
  const sheet = csv([...header, ...cells].join(','), [...asha, 'yes', '2026-06-01', 'Meera'].join(','));
  expect(rowsOf(sheet)).toEqual([
    expect.objectContaining({
      consent_child_data: 'yes',
      consent_photos: '2026-06-01',
      guardian_name: 'Meera',
    }),
  ]);
  const alone = csv([...header, 'Parent name'].join(','), [...asha, 'Meera'].join(','));
  expect(alone).toMatchObject({ left: { columns: ['Parent name'] } });
  expect(rowsOf(alone)[0]).not.toHaveProperty('guardian_name');
});
