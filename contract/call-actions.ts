import { calls } from './index.ts';
import type { ActionName } from './shared/calls/actions.ts';

/** By call: the action that it is a part of. */
export const actionOf: Readonly<Record<string, ActionName>> = Object.fromEntries(
  calls().flatMap(({ name, call: { action } }) => (action === undefined ? [] : [[name, action]])),
);
