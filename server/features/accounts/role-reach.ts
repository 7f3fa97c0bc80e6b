import type { accounts, CallReach } from '@gurukul/contract/accounts';
import { calls } from '@gurukul/contract/index';
import type { NamedCall } from '@gurukul/contract/index';
import { needsMainRole, reachOf } from '@gurukul/contract/shared/calls/call';
import type { Call } from '@gurukul/contract/shared/calls/call';
import type { Handlers } from '#server/http/handlers.ts';

const nounOf = (name: string): string => name.slice(0, name.indexOf('.'));

/** Why a course admin reaches every row with it, and that the second role is not enough. */
function becauseOf(call: Call): string | null {
  const main = needsMainRole(call, 'courseadmin') ? ['Course admins by their main role only.'] : [];
  const parts = [...main, ...(call.anyBecause === undefined ? [] : [call.anyBecause])];
  return parts.length === 0 ? null : parts.join(' ');
}

/** From the declaration that the server itself checks. */
const reachInto = ({ name, call }: NamedCall): CallReach => ({
  call: name,
  noun: nounOf(name),
  summary: call.summary,
  changes: call.changes === true,
  open_to: typeof call.who === 'string' ? call.who : 'roles',
  because: becauseOf(call),
  admin: reachOf(call, 'admin') ?? null,
  courseadmin: reachOf(call, 'courseadmin') ?? null,
  teacher: reachOf(call, 'teacher') ?? null,
});

export const roleReachHandlers: Pick<Handlers<typeof accounts>, 'get_role_reach'> = {
  async get_role_reach() {
    return { status: 200, message: 'success', data: calls().map(reachInto) };
  },
};
