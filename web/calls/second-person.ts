import type { AskedCall } from '@gurukul/contract/approvals';
import { refusedWith } from './errors.ts';

/**
 * The server refuses some calls until another account admin has approved them (`second_person_needed`), and again when
 * they concern other rows by then (`deed_changed`). Then the portal offers in one dialog to ask for it.
 */
export interface RefusedAction {
  readonly call: AskedCall;
  readonly input: object;
  /** It was approved, for other rows than it concerns now. */
  readonly hasChanged: boolean;
}

let refused: RefusedAction | null = null;
const listeners = new Set<() => void>();

function show(next: RefusedAction | null) {
  refused = next;
  for (const listener of listeners) listener();
}

export const refusedAction = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => refused,
  close: () => show(null),
};

/** Opens the dialog if the error says that a second person is needed, or needed again. Returns the error. */
export function offerSecondPerson<E>(error: E, input: object): E {
  const changed = refusedWith(error, 'deed_changed');
  const call = (changed ?? refusedWith(error, 'second_person_needed'))?.call;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server names a call that can be asked for
  if (call !== undefined) show({ call: call as AskedCall, input, hasChanged: changed !== undefined });
  return error;
}
