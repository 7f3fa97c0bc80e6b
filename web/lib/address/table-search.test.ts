import { describe, expect, test } from 'vitest';
import { attendanceTableHeight } from '../constants.ts';
import { parseSearch, stringifySearch, validateSearch } from './address-search.ts';

describe('the search of an address', () => {
  test('reads and writes plain text, digits included', () => {
    const search = parseSearch('?q=007&course=12&name=Asha+Rao');
    expect(search).toEqual({ q: '007', course: '12', name: 'Asha Rao' });
    expect(stringifySearch(search)).toBe('?q=007&course=12&name=Asha+Rao');
  });

  test('leaves out what is empty', () => {
    expect(stringifySearch({ page: undefined, q: '' })).toBe('');
  });

  test.each([
    ['page', '0'],
    ['page', '-1'],
    ['page', 'two'],
    ['size', '101'],
    ['size', '1e9'],
    ['sort', 'name; drop'],
    ['teachers-page', 'two'],
    ['q', 'x'.repeat(201)],
  ])('drops %s=%s, which cannot be meant', (key, value) => {
    const read = { [key]: value, kept: 'yes' };
    // The router merges the one into the other.
    expect({ ...read, ...validateSearch(read) }).toEqual({ kept: 'yes' });
  });

  test('keeps page, size, order and filters that are valid', () => {
    const search = {
      page: '2',
      size: '50',
      sort: '-course_name',
      q: 'asha',
      course: '12',
      'teachers-page': '3',
    };
    expect(validateSearch(search)).toEqual(search);
  });
});

test.each([
  [1, 230],
  [2, 260],
  [3, 330],
  [5, 550],
  [6, 600],
  [40, 600],
])('the attendance table of %i rows is %i px high', (rows, height) => {
  expect(attendanceTableHeight(rows)).toBe(height);
});
