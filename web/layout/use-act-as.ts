import { accounts, switchRoles, type SwitchRole } from '@gurukul/contract/accounts';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { useQueryClient } from '@tanstack/react-query';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useNavigate } from '#web/lib/address/navigate.ts';
import { session } from '#web/lib/session.ts';
import { dashboardOf } from '#web/paths.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { mayLeave } from './use-leave-guard.ts';
import { useSelf } from './use-self.ts';

/** The role besides the active one that the person could continue in, and the way to do so. */
export function useActAs(active: PortalRole) {
  const self = useSelf();
  const { run, isPending } = useAction(accounts.act_as, { leavesPage: true });
  const client = useQueryClient();
  const navigate = useNavigate();
  const held = new Set<string | null | undefined>([session.mainRole, self?.as_role]);
  const other = switchRoles.find((role) => role !== active && held.has(role)) ?? null;

  const actAs = async (role: SwitchRole) => {
    if (isPending || !(await mayLeave())) return;
    // A request that began in the old role would arrive as if it were for the new one.
    await client.cancelQueries();
    try {
      session.actAs(await run({ role }));
      await navigate({ to: dashboardOf(session.role), ignoreBlocker: true });
      // What the other role saw must not be shown for a moment in this one.
      client.removeQueries({ type: 'inactive' });
      await client.invalidateQueries();
    } catch (error) {
      toast.error(refusalOf(error), 'roleSwitch');
    }
  };

  return { other, actAs };
}
