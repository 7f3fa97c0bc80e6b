import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { UnstyledButton } from '@mantine/core';
import { IconMenu2, type Icon } from '@tabler/icons-react';
import { dashboardOf, paths, type Path } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { AppLink } from '#web/ui/link.tsx';
import { calendarTime, cash, checklist, home, users } from './icons.ts';
import classes from './phone-bar.module.css';
import { usePage } from './use-page.ts';

const { menu } = texts.shell;

const dashboard = [home, menu.dashboard] as const;
const calendar = [calendarTime, menu.calendarGroup] as const;
const students = [users, menu.students] as const;
const money = [cash, menu.moneyGroup] as const;

/** What a role opens all day. */
const bars: Readonly<Record<PortalRole, readonly (readonly [Path, readonly [Icon, string]])[]>> = {
  admin: [
    [dashboardOf('admin'), dashboard],
    [paths.calendar, calendar],
    [paths.students, students],
    [paths.payments, money],
  ],
  courseadmin: [
    [dashboardOf('courseadmin'), dashboard],
    [paths.calendar, calendar],
    [paths.allStudents, students],
    [paths.payment, money],
  ],
  teacher: [
    [dashboardOf('teacher'), dashboard],
    [paths.schedule, [calendarTime, menu.schedule]],
    [paths.attendance, [checklist, menu.attendanceGroup]],
    [paths.studentList, students],
  ],
};

interface PhoneBarProps {
  role: PortalRole;
  onPrepare: () => void;
  /** Opens the menu with everything else. */
  onMore: () => void;
}

/** At the foot of a phone, where the thumb is. */
export function PhoneBar({ role, onPrepare, onMore }: PhoneBarProps) {
  const open = usePage();
  return (
    <nav aria-label={texts.shell.phoneBar} className={classes.bar} data-bar data-off-paper>
      {bars[role].map(([href, [Picture, label]]) => (
        <AppLink key={href} href={href} aria-current={open?.path === href ? 'page' : undefined}>
          <Picture aria-hidden size={22} stroke={1.6} />
          <span>{label}</span>
        </AppLink>
      ))}
      <UnstyledButton aria-haspopup="dialog" onPointerEnter={onPrepare} onFocus={onPrepare} onClick={onMore}>
        <IconMenu2 aria-hidden size={22} stroke={1.6} />
        <span>{menu.moreGroup}</span>
      </UnstyledButton>
    </nav>
  );
}
