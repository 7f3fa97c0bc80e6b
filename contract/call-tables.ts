import { calls } from './index.ts';
import { reachOf } from './shared/calls/call.ts';
import type { UndoKind } from './shared/calls/call.ts';
import { portalRoles } from './shared/calls/roles.ts';
import type { PortalRole } from './shared/calls/roles.ts';

/*
 * What pages ask about calls by their names. A browser gets these tables as constants, without the calls. Few pages need
 * the actions, so they have a file of their own.
 */

const declared = calls();

/** By call: what undoing it does. */
export const undoKinds: Readonly<Record<string, UndoKind>> = Object.fromEntries(
  declared.flatMap(({ name, call: { undo } }) => (undo === undefined ? [] : [[name, undo]])),
);

/** By role: the nouns with changes in its bin. */
export const binnedNouns: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  portalRoles.map((role: PortalRole) => {
    const binned = declared.filter(({ call }) => call.undo && !call.unbinned && reachOf(call, role));
    return [role, [...new Set(binned.map(({ name }) => name.split('.')[0]!))]];
  }),
);
