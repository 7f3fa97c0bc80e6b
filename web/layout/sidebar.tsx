import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { dashboardOf } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { AppLink } from '#web/ui/link.tsx';
import { menuOf, type MenuGroup, type MenuLink } from './menu.ts';
import classes from './sidebar.module.css';
import { useTodayCount } from './use-today-count.ts';

const { dashboard } = texts.shell.menu;

const plain = (path: string) => decodeURI(path).toLowerCase().replace(/\/$/, '');

/** What families wrote and nobody has seen. */
const byFamilies = ['family_answer', 'correction'] as const;

interface ItemProps {
  link: MenuLink;
  current: string;
  /** Shown at its end, where there are any. */
  written?: number;
}

function Item({ link: { href, label, icon: Icon }, current, written = 0 }: ItemProps) {
  const isCurrent = plain(href) === current;
  const entry = useRef<HTMLAnchorElement>(null);
  // A long menu shows where somebody is.
  useEffect(() => {
    if (isCurrent) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <AppLink
      ref={entry}
      href={href}
      className={classes.link}
      aria-current={isCurrent ? 'page' : undefined}
      title={written > 0 ? texts.shell.written({ count: written }) : undefined}
    >
      <Icon aria-hidden size={20} stroke={1.6} />
      <span>{label}</span>
      {written > 0 ? (
        <span aria-hidden className={classes.number}>
          {written}
        </span>
      ) : null}
    </AppLink>
  );
}

interface GroupProps {
  group: MenuGroup;
  current: string;
  written: number;
}

/** Links under a label, which folds them away. The group of the current page is open until somebody folds it. */
function Group({ group: { label, head, links, isFolded }, current, written }: GroupProps) {
  const [chosen, setOpen] = useState<boolean | null>(null);
  const isOpen = chosen ?? (!isFolded || links.some(({ href }) => plain(href) === current));
  const id = useId();
  const writtenOf = ({ label: name }: MenuLink) => (name === dashboard ? written : 0);
  const fold = {
    'aria-expanded': isOpen,
    'aria-controls': id,
    onClick: () => setOpen(!isOpen),
  };
  const chevron = <IconChevronDown aria-hidden size={16} className={classes.chevron} />;
  return (
    <li>
      {head ? (
        <div className={classes.head}>
          <Item link={head} current={current} written={writtenOf(head)} />
          <UnstyledButton
            {...fold}
            className={classes.fold}
            aria-label={texts.shell.pagesUnder({ label: head.label })}
          >
            {chevron}
          </UnstyledButton>
        </div>
      ) : null}
      {label && !head ? (
        <UnstyledButton {...fold} className={classes.label}>
          {label}
          {chevron}
        </UnstyledButton>
      ) : null}
      <ul id={id} className={classes.links} data-under={head ? true : undefined} hidden={!isOpen}>
        {links.map((link) => (
          <li key={link.href}>
            <Item link={link} current={current} written={writtenOf(link)} />
          </li>
        ))}
      </ul>
    </li>
  );
}

export function Sidebar({ role }: { role: PortalRole }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const count = useTodayCount(byFamilies);
  // The admin's Dashboard entry is /, which leads on to the dashboard's own address.
  const current = plain(path) === plain(dashboardOf(role)) && role === 'admin' ? '' : plain(path);
  return (
    <nav aria-label={texts.shell.mainMenu} className={classes.nav}>
      <ul className={classes.groups}>
        {menuOf(role).map((group) => (
          <Group key={group.links[0]?.href} group={group} current={current} written={count} />
        ))}
      </ul>
    </nav>
  );
}
