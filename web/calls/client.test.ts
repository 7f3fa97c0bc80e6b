import { describe, expect, test } from 'vitest';
import { addressOf, methodOf } from './address.ts';
import { newActionKey } from './client.ts';

describe('the address of a call', () => {
  test('fields named in the path go there, the others into the body', () => {
    const call = { method: 'POST', path: '/teacher/x/{user_id}/{course_id}' } as const;
    expect(addressOf(call, { user_id: 7, course_id: 0, note: 'a' })).toEqual({
      url: '/api/teacher/x/7/0',
      body: '{"note":"a"}',
    });
  });

  test('a list is the body itself', () => {
    const call = { method: 'POST', path: '/course_type_admin/submit' } as const;
    expect(addressOf(call, [{ flag: 1 }]).body).toBe('[{"flag":1}]');
  });

  test('a change with an older address by GET goes by POST, so that no prefetch can make it', () => {
    const call = { method: 'GET', path: '/events/delete_event/{event_id}', alsoPost: true } as const;
    expect(methodOf(call)).toBe('POST');
    expect(addressOf(call, { event_id: 7 })).toEqual({ url: '/api/events/delete_event/7', body: '{}' });
    expect(methodOf({ method: 'GET', path: '/events/get_single_events/{event_id}' })).toBe('GET');
  });

  test('a read without a body carries what is left in the search', () => {
    const call = { method: 'GET', path: '/student/{uid}' } as const;
    expect(addressOf(call, { uid: 'a/b', page: 2, q: undefined })).toEqual({
      url: '/api/student/a%2Fb?page=2',
      body: undefined,
    });
  });
});

test('every action has a key of its own, a version 4 UUID', () => {
  const keys = new Set(Array.from({ length: 100 }, newActionKey));
  expect(keys.size).toBe(100);
  for (const key of keys)
    expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
