import { askedCalls } from './approvals.ts';
import type { AskedCall } from './approvals.ts';
import { calls } from './index.ts';
import type { CallName } from './index.ts';
import type { Call } from './shared/calls/call.ts';

const byName = new Map<string, Call>(calls().map(({ name, call }) => [name, call]));

/** The calls that may need a second person. The page of approvals makes them. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets the names of the calls
export const askedCallTable = Object.fromEntries(
  askedCalls.map((name) => [name, byName.get(name)]),
) as Readonly<Record<AskedCall & CallName, Call>>;
