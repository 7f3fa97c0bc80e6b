import { release } from '@gurukul/contract/shared/release';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { Menu } from '@mantine/core';
import { IconArrowsExchange, IconKey, IconLanguage, IconLogout, IconUser } from '@tabler/icons-react';
import { providerNow } from '#web/lib/provider.ts';
import { paths } from '#web/paths.ts';
import { language, languageName, offered } from '#web/texts/language.ts';
import { texts } from '#web/texts/texts.ts';
import { AppLink } from '#web/ui/link.tsx';
import { StandIn } from '#web/ui/menu/stand-in.tsx';
import { useOpenedAfterwards } from '#web/ui/use-on-first-use.ts';
import { chooseLanguage } from './choose-language.ts';
import { useOtherScheme } from './colour-scheme-switch.tsx';
import { useActAs } from './use-act-as.ts';
import { useLogOut } from './use-log-out.ts';

const t = texts.shell;

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
  const otherScheme = useOtherScheme();
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
            {t.continueAs({ role: t.roleLabels[other] })}
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
              {languageName(each)}
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Menu.Item onClick={otherScheme.choose} leftSection={<otherScheme.Picture size={18} />}>
          {otherScheme.label}
        </Menu.Item>
        <Menu.Item onClick={() => void logOut()} leftSection={<IconLogout size={18} />}>
          {t.logOut}
        </Menu.Item>
        <Menu.Label>{t.version({ name: release })}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}
