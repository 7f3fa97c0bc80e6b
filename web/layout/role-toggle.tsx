import { accounts, type SwitchRole } from '@gurukul/contract/accounts';
import { secondRoles, type PortalRole } from '@gurukul/contract/shared/calls/roles';
import { useState } from 'react';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { session } from '#web/lib/session.ts';
import { inLanguage } from '#web/texts/refusals.ts';
import { texts } from '#web/texts/texts.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import classes from './role-toggle.module.css';
import { useSelf } from './use-self.ts';

const t = texts.shell.roleToggle;

const pairOf = (role: PortalRole): { main: SwitchRole; other: SwitchRole } | null => {
  const other = secondRoles[role];
  if (role === 'admin' || other === undefined || other === 'admin') return null;
  return { main: role, other };
};

/** Takes the other role beside the main one, or drops it. There only while the person acts in the main role. */
export function RoleToggle({ role }: { role: PortalRole }) {
  const self = useSelf();
  const switchRole = useAction(accounts.switch_role);
  /** What was asked for, while the server has not yet answered. */
  const [asked, setAsked] = useState<boolean | null>(null);
  const pair = pairOf(role);
  if (!pair || role !== session.mainRole || !self) return null;

  const isOn = asked ?? self.as_role === pair.other;
  const label = texts.shell.roleLabels[pair.other];

  const turn = async (on: boolean) => {
    if (asked !== null) return;
    if (!(await confirm(on ? t.on({ role: label }) : t.off({ role: label }), { title: t.question }))) return;
    setAsked(on);
    try {
      const answer = await switchRole.run(
        { user_id: session.uid, role: on ? pair.other : pair.main },
        String(isOn),
      );
      if (answer.message !== 'success') toast.warning(inLanguage(answer), 'roleSwitch');
    } catch (error) {
      const refusal = refusalOf(error, '');
      if (refusal) toast.warning(refusal, 'roleSwitch');
      else toast.error(texts.errors.wentWrong, 'roleSwitch');
    } finally {
      setAsked(null);
    }
  };

  return (
    <label className={classes.toggle}>
      <input
        type="checkbox"
        role="switch"
        className={classes.switch}
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => void turn(event.currentTarget.checked)}
        aria-busy={asked !== null}
      />
      <span>{t.names[pair.other]}</span>
    </label>
  );
}
