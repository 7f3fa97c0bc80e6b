import type { SelectionChange, StayReason } from '@gurukul/contract/selection';
import { expect, test } from 'vitest';
import type { Places } from '../staff/places.ts';
import { verdictOf } from './plan.ts';
import type { SelectedRow } from './plan.ts';

const anu: SelectedRow = {
  enrolment_id: 5,
  student_id: 1,
  fullname: 'Anu',
  course_id: 10,
  class_id: 11,
  payment_status: 'Failed',
  registration_status: 'Memorizer',
  region: 'India',
  language: 'Telugu',
  is_there: false,
};
const free: Partial<SelectedRow> = { enrolment_id: null, course_id: null, class_id: null };

const move = (course_id: number, class_id: number | null, even_if_full = false): SelectionChange => ({
  kind: 'move',
  course_id,
  class_id,
  even_if_full,
});
const region = (name: string): SelectionChange => ({ kind: 'region', region: name });
const register: SelectionChange = { kind: 'register', event_id: 3 };

/** One place in the class 12, and in no other class. */
function onePlace(): Places {
  let isFree = true;
  return {
    free: () => null,
    take(id, _, evenIfFull) {
      const taken = evenIfFull === true || (id === 12 && isFree);
      isFree = false;
      return taken;
    },
  };
}

test.each<[SelectionChange, Partial<SelectedRow>[], (StayReason | null)[]]>([
  [{ kind: 'unassociate' }, [{}, free], [null, 'no_course']],
  [{ kind: 'payment_status', payment_status: 'Failed' }, [{}, free], ['same', 'no_course']],
  [{ kind: 'payment_status', payment_status: 'Successful' }, [{}, {}], [null, null]],
  [{ kind: 'registration_status', registration_status: 'Memorizer' }, [{}, free], ['same', 'no_course']],
  [region('India'), [{}, {}, { student_id: 2, region: 'Nepal' }], ['same', 'again', null]],
  [region('Telugu'), [{ is_there: true }], [null]],
  [{ kind: 'language', language: 'Telugu' }, [{}, { student_id: 2, language: null }], ['same', null]],
  [{ kind: 'language', language: 'English' }, [{ is_there: true }], [null]],
  [register, [{}, { student_id: 2, is_there: true }, {}], [null, 'same', 'again']],
  [move(10, null), [{}, { course_id: 20 }, { student_id: 2, ...free }], ['same', null, null]],
  [move(10, 11), [{}], ['same']],
  [move(10, 12), [{}, { student_id: 2 }], [null, 'class_full']],
  [move(10, 12, true), [{}, { student_id: 2 }], [null, null]],
  [
    move(20, null),
    [{ is_there: true }, { student_id: 2 }, { student_id: 2 }],
    ['in_course', null, 'in_course'],
  ],
  // Of two rows of one student the one in the course moves.
  [move(10, 12), [{ is_there: true }, { is_there: true, course_id: 20 }], [null, 'in_course']],
])('%j of %j: %j', (change, rows, reasons) => {
  const verdict = verdictOf(change, onePlace());
  expect(rows.map((one) => verdict({ ...anu, ...one }))).toEqual(reasons);
});
