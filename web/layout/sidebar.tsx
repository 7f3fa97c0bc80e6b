import type { PortalRole } from '@gurukul/contract/shared/roles';
import { useRouterState } from '@tanstack/react-router';
import { dashboardOf, paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { AppLink } from '#web/ui/link.tsx';
import { menus, type MenuGroup } from './menu.ts';
import classes from './sidebar.module.css';

const plain = (path: string) => decodeURI(path).toLowerCase().replace(/\/$/, '');

function Group({ group, current }: { group: MenuGroup; current: string }) {
  return (
    <li>
      {group.label && group.links.length > 1 ? <p className={classes.label}>{group.label}</p> : null}
      <ul className={classes.links}>
        {group.links.map(({ href, label, icon: Icon }) => (
          <li key={href}>
            <AppLink
              href={href}
              className={classes.link}
              aria-current={plain(href) === current ? 'page' : undefined}
            >
              <Icon aria-hidden size={20} stroke={1.6} />
              <span>{label}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </li>
  );
}

export function Sidebar({ role }: { role: PortalRole }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  // The admin's Dashboard entry is /, which leads on to the dashboard's own address.
  const current = plain(path) === plain(dashboardOf(role)) && role === 'admin' ? '' : plain(path);
  return (
    <nav aria-label={texts.shell.mainMenu} className={classes.nav}>
      <ul className={classes.groups}>
        {menus[role].map((group) => (
          <Group key={group.label ?? paths.home} group={group} current={current} />
        ))}
      </ul>
    </nav>
  );
}
