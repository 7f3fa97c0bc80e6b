import type { accounts, CallReach } from '@gurukul/contract/accounts';
import { calls } from '@gurukul/contract/index';
import type { NamedCall } from '@gurukul/contract/index';
import { reachOf } from '@gurukul/contract/shared/call';
import type { Handlers } from '#server/http/handlers.ts';

const nounOf = (name: string): string => name.slice(0, name.indexOf('.'));

/** From the declaration that the server itself checks. */
const reachInto = ({ name, call }: NamedCall): CallReach => ({
  call: name,
  noun: nounOf(name),
  summary: call.summary,
  changes: call.changes === true,
  open_to: typeof call.who === 'string' ? call.who : 'roles',
  because: call.anyBecause ?? null,
  admin: reachOf(call, 'admin') ?? null,
  courseadmin: reachOf(call, 'courseadmin') ?? null,
  teacher: reachOf(call, 'teacher') ?? null,
});

export const roleReachHandlers: Pick<Handlers<typeof accounts>, 'get_role_reach'> = {
  async get_role_reach() {
    return { status: 200, message: 'success', data: calls().map(reachInto) };
  },
};
