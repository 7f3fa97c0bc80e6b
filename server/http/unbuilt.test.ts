import { calls } from '@gurukul/contract/index';
import { expect, test } from 'vitest';
import { handlers } from '../app.ts';
import type { HandlerTable } from './serve.ts';
import { unbuilt } from './serve.ts';

test('these calls are not built yet', () => {
  expect(unbuilt(calls(), handlers as HandlerTable)).toEqual([]);
});
