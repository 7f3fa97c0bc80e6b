import { accounts } from '@gurukul/contract/accounts';
import type { PortalRole } from '@gurukul/contract/shared/roles';
import { Avatar, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  IconArrowsExchange,
  IconChevronDown,
  IconKey,
  IconLanguage,
  IconLogout,
  IconUser,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { send } from '#web/api/client.ts';
import { forgetKept } from '#web/api/kept-queries.ts';
import { forgetWaiting, waitingRolls } from '#web/api/roll-queue.ts';
import { latest, type WaitingRoll } from '#web/api/waiting-rolls.ts';
import { formatShortDay } from '#web/lib/format.ts';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { chooseLanguage, language, languageNames, languages } from '#web/texts/language.ts';
import { rollCallTexts } from '#web/texts/roll-call.ts';
import { texts } from '#web/texts/texts.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { AppLink } from '#web/ui/link.tsx';
import classes from './account-menu.module.css';
import { useActAs } from './use-act-as.ts';
import { useSelf } from './use-self.ts';

const t = texts.shell;

/** What was marked and not sent would be lost; whoever logs out shall know. */
async function mayLose(waiting: readonly WaitingRoll[]) {
  if (waiting.length === 0) return true;
  const places = waiting.map(({ roll }) =>
    rollCallTexts.place(roll.class_name, formatShortDay(roll.attendance_date)),
  );
  const question = rollCallTexts.logOut(waiting.length, places.join('; '));
  return confirm(question, { title: rollCallTexts.logOutTitle });
}

/** Ends the session here even when the server cannot be told: nobody should stay signed in because of a bad line. */
function useLogOut() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async () => {
    const { uid } = session;
    const waiting = await client.fetchQuery({ ...waitingRolls(uid), staleTime: 0 }).catch(() => []);
    if (!(await mayLose(latest(waiting)))) return;
    await send(accounts.logout, {}).catch(() => undefined);
    session.clear();
    client.clear();
    // Nothing of this person stays on a device that others use. Where nothing can be kept, nothing is there.
    await Promise.allSettled([forgetWaiting(uid), forgetKept()]);
    await navigate({ to: paths.login, replace: true });
  };
}

export function AccountMenu({ role }: { role: PortalRole }) {
  const self = useSelf();
  const logOut = useLogOut();
  const { other, actAs } = useActAs(role);
  const name = self?.fullname ?? '';
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.button}>
          <Avatar src={self?.image || null} name={name} color="teal" size={36} alt="" />
          <span className={classes.words}>
            <VisuallyHidden>{t.accountMenu}</VisuallyHidden>
            <span className={classes.name}>{name}</span>
            <span className={classes.role}>{t.roleLabels[role]}</span>
          </span>
          <IconChevronDown aria-hidden size={16} className={classes.chevron} />
        </UnstyledButton>
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
        {languages
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
      </Menu.Dropdown>
    </Menu>
  );
}
