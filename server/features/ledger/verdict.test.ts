import { describe, expect, test } from 'vitest';
import { verdictOn } from './verdict.ts';
import type { Candidate, Charging } from './verdict.ts';

const candidate: Candidate = {
  student_id: 1,
  fullname: 'Anu',
  enrolment_id: 2,
  payment_status: null,
  is_charged: false,
  currency: 'INR',
  price: '1200',
  asked_price: '30',
};
const given = (...amounts: string[]) => amounts.map((amount) => ({ due_on: '2026-01-31', amount }));
const monthly = (count: number, first_due_on = '2026-01-31') => ({ count, first_due_on });

const verdict = (of: Partial<Candidate>, charging: Partial<Charging>) =>
  verdictOn(
    { ...candidate, ...of },
    { course_id: 1, class_id: null, parts: given('1000', '200.00'), ...charging },
  );

describe('a student', () => {
  test.each<[Partial<Candidate>, Partial<Charging>, string]>([
    [{ enrolment_id: null, is_charged: true }, {}, 'left'],
    [{ is_charged: true }, { knowing: true, currency: 'INR' }, 'charged'],
    [{ payment_status: 'Refunded' }, {}, 'refunded'],
    [{ payment_status: 'Refunded' }, { user_ids: [1, 2] }, 'refunded'],
    [{ currency: null, price: null }, {}, 'no_price'],
    [{ price: null }, {}, 'no_price'],
    [{ asked_price: null }, { currency: 'USD', user_ids: [1] }, 'no_price'],
    [{ price: '0.00' }, {}, 'free'],
    [{ price: '1200.01' }, {}, 'other_price'],
    [{ currency: 'KWD', price: '1' }, { parts: given('0.5', '0.501') }, 'other_price'],
    [{}, { currency: 'USD' }, 'other_price'],
    [{}, { knowing: true, currency: 'INR', parts: monthly(200_000) }, 'small_price'],
    [{}, { knowing: true, parts: given('1') }, 'other_price'],
    [{}, { knowing: false, currency: 'INR', parts: given('1') }, 'other_price'],
  ])('%j, charged %j, stays: %s', (of, charging, reason) => {
    expect(verdict(of, charging)).toBe(reason);
  });

  test.each<[Partial<Candidate>, Partial<Charging>, string, string]>([
    [{}, {}, 'INR', '1000.00 200.00'],
    [{ payment_status: 'Refunded' }, { user_ids: [1] }, 'INR', '1000.00 200.00'],
    [{}, { currency: 'INR' }, 'INR', '1000.00 200.00'],
    [{ currency: 'KWD', price: '1' }, { parts: given('0.5', '0.500') }, 'KWD', '0.500 0.500'],
    [{}, { knowing: true, currency: 'USD', parts: given('1') }, 'USD', '1'],
    [{}, { user_ids: [1], currency: 'USD', parts: given('30') }, 'USD', '30.00'],
    [{ currency: null, price: null }, { currency: 'USD', parts: given('30') }, 'USD', '30.00'],
  ])('%j, charged %j, is charged %s %s', (of, charging, currency, amounts) => {
    const charged = verdict(of, charging);
    const parts = amounts.split(' ').map((amount) => ({ due_on: '2026-01-31', amount }));
    expect(charged).toEqual({ currency, parts });
  });

  test.each([
    ['2026-01-31', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']],
    ['2027-11-30', ['2027-11-30', '2027-12-30', '2028-01-30', '2028-02-29']],
    ['2026-12-01', ['2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01']],
  ])('pays monthly from %s on', (first, days) => {
    const parts = days.map((due_on) => ({ due_on, amount: '300.00' }));
    expect(verdict({}, { parts: monthly(4, first) })).toEqual({ currency: 'INR', parts });
  });

  test('has no parts with more decimals than the currency', () => {
    expect(() => verdict({ currency: 'JPY', price: '1200.50' }, { parts: given('1000', '200.50') })).toThrow(
      expect.objectContaining({ code: 'bad_input' }),
    );
  });
});
