import type { Change } from '@gurukul/contract/audit';
import { describe, expect, test } from 'vitest';
import { besidesOf, dayOf, daysLeft, detailsOf, sentenceOf, whatOf } from './change-words.ts';

const field = (more: Partial<Change['fields'][number]>): Change['fields'][number] => ({
  table: 'enrolments',
  row: '5',
  name: 'Asha Rao',
  action: 'update',
  field: 'payment_status',
  before: 'Failed',
  after: 'Successful',
  ...more,
});

const change = (more: Partial<Change> = {}): Change => ({
  change_id: 1,
  at: '2026-11-21T06:00:00Z',
  call: 'students.update_payment_status',
  by: { user_id: 2, fullname: 'Priya Sharma' },
  by_key: null,
  from: null,
  about: [
    { thing: 'course', id: '3', name: 'Gita' },
    { thing: 'student', id: '4', name: 'Asha Rao' },
  ],
  row_count: 1,
  fields: [field({})],
  undo: { can: true, why: null, until: '2026-12-21T06:00:00Z' },
  undone: null,
  ...more,
});

describe('the sentence of a change', () => {
  test('names author, action and subject, and leaves the course to the line below', () => {
    expect(sentenceOf(change())).toBe('Priya Sharma changed the payment status of Asha Rao');
    expect(besidesOf(change())).toBe('Gita');
    expect(sentenceOf(change({ call: 'students.delete_student' }))).toBe(
      'Priya Sharma deleted the student Asha Rao',
    );
  });

  test('names the class that got a teacher, and the file of an upload', () => {
    const colleague = { thing: 'colleague', id: '5', name: 'Ravi' } as const;
    const klass = { thing: 'class', id: '6', name: 'Morning' } as const;
    const given = change({ call: 'assignments.add_teacher_to_class', about: [colleague, klass] });
    expect(sentenceOf(given)).toBe('Priya Sharma gave a teacher to Morning');
    const file = { thing: 'import', id: '7', name: 'may.csv' } as const;
    const payment = { thing: 'payment', id: '8', name: 'Asha Rao' } as const;
    const uploaded = change({ call: 'paymentUpload.payments', about: [payment, file] });
    expect(sentenceOf(uploaded)).toBe('Priya Sharma uploaded payments from may.csv');
  });

  test('has words for what has no name, no call and no person', () => {
    expect(sentenceOf(change({ about: [] }))).toBe('Priya Sharma changed the payment status of a student');
    expect(sentenceOf(change({ by: null, call: null }))).toBe('The portal changed Gita');
    expect(sentenceOf(change({ by: null, by_key: 'Site', call: 'intake.students' }))).toBe(
      'The intake key “Site” sent students: Asha Rao',
    );
  });

  test('names several, each once', () => {
    const about = ['Asha Rao', 'Bala Iyer', 'Asha Rao'].map((name, index) => ({
      thing: 'student' as const,
      id: String(index),
      name,
    }));
    expect(whatOf(change({ about }))).toBe('Asha Rao and Bala Iyer');
  });
});

describe('the columns of a change', () => {
  const lines = (...fields: Change['fields']) =>
    detailsOf(change({ fields })).map(({ row, label, before, after }) => [row, label, before, after]);

  test('have names among people; the row is named where the sentence does not', () => {
    expect(lines(field({}), field({ name: 'Bala Iyer', row: '6' }))).toEqual([
      ['', 'Payment status', 'Failed', 'Successful'],
      ['Bala Iyer', 'Payment status', 'Failed', 'Successful'],
    ]);
  });

  test('name what a teacher wrote, also about their next term', () => {
    const wish = { table: 'asked_teachers', field: 'words', before: '', after: 'Wednesday 18:00' };
    expect(lines(field({ ...wish, name: 'Morning' }))[0]?.slice(1)).toEqual([
      'What they wrote',
      'nothing',
      'Wednesday 18:00',
    ]);
  });

  test('leave out marks of the machine and bare numbers of rows', () => {
    expect(
      lines(field({ field: 'deleted_at' }), field({ field: 'class_id', before: '7', after: null })),
    ).toEqual([]);
    expect(lines(field({ field: 'class_id', before: 'Morning', after: null }))).toEqual([
      ['', 'Class', 'Morning', 'nothing'],
    ]);
  });

  test('are written as people write: days, yes and no, texts without their markup', () => {
    expect(lines(field({ field: 'start_date', before: null, after: '2026-01-24' }))[0]).toContain(
      '24-Jan-2026',
    );
    expect(lines(field({ field: 'associated', before: 'true', after: 'false' }))[0]).toEqual([
      '',
      'Associated',
      'Yes',
      'No',
    ]);
    const shown = (name: string, before: string, after: string) =>
      lines(field({ field: name, before, after }))[0]?.slice(2);
    expect(shown('class_day', 'monday', 'friday')).toEqual(['Monday', 'Friday']);
    expect(shown('local_time', '18:00:00', '06:30:00')).toEqual(['18:00', '06:30']);
    expect(shown('main_role', 'teacher', 'courseadmin')).toEqual(['Teacher', 'Course Admin']);
    expect(lines(field({ field: 'note', before: null, after: '<p>Bring <b>books</b></p>' }))[0]).toContain(
      'Bring books',
    );
  });
});

test('days are told from now', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(dayOf('2026-11-21T11:00:00Z', now)).toBe('Today');
  expect(dayOf('2026-11-20T12:00:00Z', now)).toBe('Yesterday');
  expect(daysLeft('2026-11-21T18:00:00Z', now.getTime())).toBe(0);
  expect(daysLeft('2026-12-20T12:00:00Z', now.getTime())).toBe(29);
  expect(daysLeft('2026-11-01T12:00:00Z', now.getTime())).toBe(0);
});
