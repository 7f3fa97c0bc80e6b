import { accounts } from '@gurukul/contract/accounts';
import { release } from '@gurukul/contract/shared/release';
import type { PortalRole } from '@gurukul/contract/shared/roles';
import { Menu } from '@mantine/core';
import { IconArrowsExchange, IconKey, IconLanguage, IconLogout, IconUser } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { send } from '#web/calls/client.ts';
import { forgetKept } from '#web/calls/kept-queries.ts';
import { forgetWaiting, waitingRolls } from '#web/calls/roll-queue.ts';
import { forgetTaps } from '#web/calls/roll-taps.ts';
import { latest, type WaitingRoll } from '#web/calls/waiting-rolls.ts';
import { formatShortDay } from '#web/lib/format.ts';
import { forgetLeftBehind } from '#web/lib/left-behind.ts';
import { useNavigate } from '#web/lib/navigate.ts';
import { providerNow } from '#web/lib/provider.ts';
import { endNotifications } from '#web/lib/notifications.ts';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { chooseLanguage, language, languageNames, offered } from '#web/texts/language.ts';
import { rollCallTexts } from '#web/texts/roll-call.ts';
import { texts } from '#web/texts/texts.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { StandIn } from '#web/ui/menu/stand-in.tsx';
import { useOpenedAfterwards } from '#web/ui/use-on-first-use.ts';
import { useActAs } from './use-act-as.ts';
import { mayLeave } from './use-leave-guard.ts';

const t = texts.shell;

/** Marks that were not sent would be lost, so a person who logs out is asked first. */
async function mayLose(waiting: readonly WaitingRoll[]) {
  if (waiting.length === 0) return true;
  const places = waiting.map(({ roll }) =>
    rollCallTexts.place(roll.class_name, formatShortDay(roll.attendance_date)),
  );
  const question = rollCallTexts.logOut(waiting.length, places.join('; '));
  return confirm(question, { title: rollCallTexts.logOutTitle });
}

/**
 * Ends the session here even if the server cannot be reached: nobody should stay signed in because of a bad connection.
 */
function useLogOut() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async () => {
    const { uid } = session;
    const waiting = await client.fetchQuery({ ...waitingRolls(uid), staleTime: 0 }).catch(() => []);
    if (!(await mayLeave()) || !(await mayLose(latest(waiting)))) return;
    const signedOut = await send(accounts.logout, {}).catch(() => undefined);
    await endNotifications().catch(() => undefined);
    session.clear();
    forgetLeftBehind();
    client.clear();
    // Nothing of this person stays on a device that others use. If nothing can be stored, there is nothing to remove.
    await Promise.allSettled([forgetWaiting(uid), forgetTaps(uid), forgetKept()]);
    const signOutUrl = signedOut?.sign_out_url;
    await navigate({ to: paths.login, replace: true, ...(signOutUrl && { state: { signOutUrl } }) });
  };
}

interface AccountMenuListProps {
  role: PortalRole;
  /** The base of the ids of button and list. */
  id: string;
  button: HTMLElement;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
}

/** What the account menu offers; it stands at its button and hands the focus back to it. */
export function AccountMenuList({ role, id, button, isOpen, onChange }: AccountMenuListProps) {
  const logOut = useLogOut();
  const { other, actAs } = useActAs(role);
  return (
    <Menu id={id} opened={useOpenedAfterwards(isOpen)} onChange={onChange} position="bottom-end" width={240}>
      <Menu.Target>
        <StandIn element={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={AppLink} href={paths.profile} leftSection={<IconUser size={18} />}>
          {t.myAccount}
        </Menu.Item>
        <Menu.Item component={AppLink} href={paths.changePassword} leftSection={<IconKey size={18} />}>
          {t.changePassword}
        </Menu.Item>
        {other ? (
          <Menu.Item onClick={() => void actAs(other)} leftSection={<IconArrowsExchange size={18} />}>
            {t.continueAs(t.roleLabels[other])}
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        {offered(providerNow())
          .filter((each) => each !== language)
          .map((each) => (
            <Menu.Item
              key={each}
              lang={each}
              onClick={() => chooseLanguage(each)}
              leftSection={<IconLanguage size={18} />}
            >
              {languageNames[each]}
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void logOut()} leftSection={<IconLogout size={18} />}>
          {t.logOut}
        </Menu.Item>
        <Menu.Label>{t.version(release)}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}
