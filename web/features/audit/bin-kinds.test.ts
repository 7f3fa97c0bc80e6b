import { calls } from '@gurukul/contract/index';
import { reachOf } from '@gurukul/contract/shared/call';
import { expect, test } from 'vitest';
import { binKinds } from './bin-kinds.ts';

test.each(['admin', 'courseadmin'] as const)(
  'the bin of %s can be filtered by each kind that it lists',
  (role) => {
    const listed = calls()
      .filter(({ name, call }) => call.undoable && !name.startsWith('attendance.') && reachOf(call, role))
      .map(({ name }) => name.split('.')[0]!);
    const kinds = binKinds(role).map(({ value }) => value);
    expect(kinds.toSorted()).toEqual([...new Set(listed)].toSorted());
  },
);
