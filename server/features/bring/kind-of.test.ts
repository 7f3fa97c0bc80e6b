import { describe, expect, test } from 'vitest';
import { openFile } from './open-file.ts';

/** `Name | Email` as the cells of a row. */
const kindIn = (lines: readonly string[]) =>
  openFile({
    file_name: 'file.xlsx',
    lines: lines.map((line, index) => ({
      row: index + 1,
      cells: line.split('|').map((cell) => cell.trim()),
    })),
  }).kind;

// Two students of one class, and two classes with their teachers.
const anu = 'Anu Rao | anu@a.in';
const bala = 'Bala Rao | bala@a.in';
const tara = 'Tara Devi | tara@a.in';
const uma = 'Uma Devi | uma@a.in';

describe('people with times are', () => {
  test.each<[string, ...string[]]>([
    // Students: an address, a number or a birthday of their own.
    [
      'enrolments',
      'Name | Email | Class | Timing',
      `${anu} | Dawn | Sat 7:00 PM`,
      `${bala} | Dawn | Sat 7:00 PM`,
    ],
    ['enrolments', 'Name | Email | Class | Timing', `${anu} | Dawn | Sat 7:00 PM`],
    [
      'enrolments',
      'Name | Email | Class | Day | Time',
      `${anu} | Dawn | Sat | 19:00`,
      `${bala} | Dusk | Sun | 8:00`,
    ],
    ['enrolments', 'Name | Phone | Batch | Class time', 'Anu | 9876500001 | Dawn | Sat 7 pm'],
    [
      'enrolments',
      'First name | Surname | E-mail ID | Course | Class | Time',
      'Anu | Rao | a@a.in | Gita | Dawn | 7 pm',
    ],
    ['enrolments', 'Name | Date of birth | Class | Timings', 'Anu | 05/03/2011 | Dawn | Sat 7 pm'],
    ['enrolments', 'Name | Gender | Class | Days | Time', 'Anu | F | Dawn | Sat & Sun | 7 pm'],
    ['enrolments', 'Student name | Class | Day | Time', 'Anu | Dawn | Sat | 7 pm'],
    ['enrolments', 'Name | Email | Day | Time', `${anu} | Sat | 7 pm`],
    ['enrolments', 'Name | Email | Course | Time', `${anu} | Gita | Sat 7 pm`],
    [
      'enrolments',
      'Name | Email | Class | Time | Teacher',
      `${anu} | Dawn | 7 pm | Tara`,
      `${bala} | Dusk | 8 pm | Uma`,
    ],
    ['enrolments', 'Name | Email | Class | Time | Teacher mail', `${anu} | Dawn | 7 pm | tara@a.in`],
    ['enrolments', 'పేరు | ఇమెయిల్ | తరగతి | సమయం', 'అను | anu@a.in | ఉదయం | Sat 7 pm'],
    ['enrolments', 'विद्यार्थी का नाम | मोबाइल | कक्षा | दिन | समय', 'अनु | 9876500001 | प्रातः | Sat | 7 pm'],
    ['enrolments', 'విద్యార్థి పేరు | తరగతి | రోజు | సమయం', 'అను | ఉదయం | Sat | 7 pm'],
    // Names alone: several in one class are its students.
    ['enrolments', 'Name | Class | Day | Time', 'Anu | Dawn | Sat | 7 pm', 'Bala | Dawn | Sat | 7 pm'],
    ['enrolments', 'Email | Class | Time', 'anu@a.in | Dawn | 7 pm', 'bala@a.in | Dawn | 7 pm'],
    // Classes with their teachers.
    [
      'classes',
      'Class | Day | Time | Teacher | Email',
      `Dawn | Sat | 7 pm | ${tara}`,
      `Dusk | Sun | 8 pm | ${uma}`,
    ],
    [
      'classes',
      'Class | Day | Time | Teacher name | Email | Mobile',
      `Dawn | Sat | 7 pm | ${tara} | 9876500001`,
    ],
    ['classes', 'Course | Class | Timing | Teacher mail', 'Gita | Dawn | Sat 7 pm | tara@a.in'],
    ['classes', 'Name | Email of the teacher | Class | Day | Time', `${tara} | Dawn | Sat | 7 pm`],
    ['classes', 'Name | Class | Day | Time', 'Tara | Dawn | Sat | 7 pm', 'Tara | Dusk | Sun | 8 pm'],
    ['classes', 'తరగతి | రోజు | సమయం | ఉపాధ్యాయుడు | ఇమెయిల్', `ఉదయం | Sat | 7 pm | ${tara}`],
    ['classes', 'कक्षा | दिन | समय | शिक्षक का नाम | ईमेल', `प्रातः | Sat | 7 pm | ${tara}`],
    ['classes', 'Course | Class | Days | Timings | Status', 'Gita | Dawn | Mon-Fri | 6-7 am | Active'],
    ['classes', 'Course | Day | Time | Teacher mail', 'Gita | Sat | 7 pm | tara@a.in'],
  ])('%s: %s', (kind, ...lines) => {
    expect(kindIn(lines)).toBe(kind);
  });

  test.each([
    // The teacher of three classes, or a student in three.
    [
      [
        'Name | Email | Class | Time',
        `${tara} | Dawn | Sat 7 pm`,
        `${tara} | Dusk | Sun 8 pm`,
        `${tara} | Noon | Mon 12:00`,
      ],
    ],
    // Teachers of two classes, or students of two.
    [['Name | Class | Day | Time', 'Tara | Dawn | Sat | 7 pm', 'Uma | Dusk | Sun | 8 pm']],
    [['Email | Class | Time', 'tara@a.in | Dawn | 7 pm']],
    // Name may be that of the class.
    [['Course | Name | Day | Time', 'Gita | Dawn | Sat | 7 pm']],
  ])('asked about: %s', (lines) => {
    expect(kindIn(lines)).toBeNull();
  });
});

describe('tables that share columns are', () => {
  test.each<[string | null, ...string[]]>([
    // Payments.
    [null, 'Name | Email | Class | Amount | Paid on', `${anu} | Dawn | 500 | 12/11/2026`],
    [null, 'Name | Course | Class | Amt (INR) | Txn No.', 'Anu | Gita | Dawn | 500 | 77'],
    [null, 'పేరు | తరగతి | మొత్తం | తేదీ', 'అను | ఉదయం | 500 | 12/11/2026'],
    [null, 'नाम | ईमेल | कक्षा | राशि | रसीद संख्या', 'अनु | anu@a.in | प्रातः | 500 | 7'],
    ['enrolments', 'Name | Email | Class | Fee paid', `${anu} | Dawn | 500`],
    // Events.
    [null, 'Event | Date | Time | Name | Email', `Gita Jayanti | 20/12/2026 | 18:00 | ${anu}`],
    [null, 'Event name | Course | Date | Time', 'Gita Jayanti | Gita | 20/12/2026 | 18:00'],
    [null, 'కార్యక్రమం | తేదీ | పేరు', 'గీతా జయంతి | 20/12/2026 | అను'],
    // Homework.
    [null, 'Name | Email | Class | Homework | Submitted on', `${anu} | Dawn | Verse 3 | 20/11/2026`],
    [null, 'Student | Class | Assignment | Marks', 'Anu | Dawn | Verse 3 | 9'],
    [null, 'नाम | कक्षा | गृहकार्य | स्थिति', 'अनु | प्रातः | श्लोक ३ | जमा'],
    // Attendance.
    [
      'attendance',
      'Date | Name | Class | Teacher mail | Status',
      '07/11/2026 | Anu | Dawn | tara@a.in | Present',
    ],
    ['attendance', 'Date | Name | Time | Attendance', '07/11/2026 | Anu | 18:00 | came'],
    ['attendance', 'Name | Email | Teacher | 07/11/2026 | 14/11/2026', `${anu} | Tara | P | A`],
    ['attendance', 'తేదీ | పేరు | తరగతి | హాజరు', '07/11/2026 | అను | ఉదయం | హాజరు'],
    ['attendance', 'दिनांक | नाम | कक्षा | उपस्थिति', '07/11/2026 | अनु | प्रातः | उपस्थित'],
    // Students with a day and a status of another sense.
    [
      'enrolments',
      'Name | Email | Class | Date | Status',
      `${anu} | Dawn | 07/11/2026 | Active`,
      `${bala} | Dawn | 07/11/2026 | Left`,
    ],
    ['enrolments', 'Name | Email | DOB | Date | Status', `${anu} | 05/03/2011 | 07/11/2026 | Old`],
    ['enrolments', 'Name | Email | Class | Date | Mark', `${anu} | Dawn | 07/11/2026 | 85`],
    [null, 'Class | Date | Status', 'Dawn | 07/11/2026 | Held'],
    // Teachers.
    ['teachers', 'Teacher | Email | Phone | Course', `${tara} | 9876500001 | Gita`],
    ['teachers', 'Class | Teacher mail', 'Dawn | tara@a.in'],
    ['teachers', 'ఉపాధ్యాయుని పేరు | ఇమెయిల్ | కోర్సు', `${tara} | Gita`],
    ['teachers', 'शिक्षक | ईमेल | कोर्स', `${tara} | Gita`],
    ['teachers', 'Name | Email of the teacher | City', `${tara} | Guntur`, `${uma} | Guntur`],
    [null, 'Teacher | Email | Gender | DOB', `${tara} | F | 05/03/1981`],
    [null, 'Course | Teacher mail | Duration | Start date', 'Gita | tara@a.in | 6 months | 05/01/2026'],
    // Courses.
    ['courses', 'Course | Duration | Start date', 'Gita | 6 months | 05/01/2026'],
    ['courses', 'Course | Coordinator | Email | Start date', `Gita | ${tara} | 05/01/2026`],
    ['courses', 'Course | Class | Start date', 'Gita | Dawn | 05/01/2026', 'Veda | Dusk | 05/01/2026'],
    [null, 'Course | Class | Start date', 'Gita | Dawn | 05/01/2026', 'Gita | Dusk | 05/01/2026'],
    [null, 'Name | Duration | Start date', 'Gita | 6 months | 05/01/2026'],
    ['enrolments', 'Name | Email | Course | Duration', `${anu} | Gita | 6 months`],
    // Nothing that anybody knows.
    [null, 'Colour | Number', 'blue | 7'],
  ])('%s: %s', (kind, ...lines) => {
    expect(kindIn(lines)).toBe(kind);
  });
});

test.each([
  ['classes', 'teacher_email', ['Class | Day | Time | Teacher | Email', `Dawn | Sat | 7 pm | ${tara}`]],
  ['courses', 'course_admin', ['Course | Coordinator | Email | Start date', `Gita | ${tara} | 05/01/2026`]],
])('the address in a table of %s is %s', (kind, column, lines) => {
  const open = openFile({
    file_name: 'file.xlsx',
    lines: lines.map((line, index) => ({ row: index + 1, cells: line.split(' | ') })),
  });
  expect([open.kind, open.header[open.places.get(column as 'teacher_email')!]]).toEqual([kind, 'Email']);
});
