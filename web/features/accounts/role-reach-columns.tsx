import type { CallReach } from '@gurukul/contract/accounts';
import type { Noun } from '@gurukul/contract/index';
import type { Reach } from '@gurukul/contract/shared/call';
import type { PortalRole } from '@gurukul/contract/shared/roles';
import { portalRoles } from '@gurukul/contract/shared/roles';
import { Text } from '@mantine/core';
import { roleReachTexts } from '#web/texts/role-reach.ts';
import { texts } from '#web/texts/texts.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import classes from './role-reach.module.css';

const t = roleReachTexts;

const { menu } = texts.shell;

/** Every area the portal has. One with an entry in the menu is named as there. */
export const areas: Readonly<Record<Noun, string>> = {
  accounts: t.areas.accounts,
  people: t.areas.people,
  assignments: t.areas.assignments,
  schedule: menu.schedule,
  courses: menu.coursesGroup,
  classes: t.areas.classes,
  students: menu.students,
  payments: menu.payments,
  dashboards: t.areas.dashboards,
  events: menu.events,
  enquiries: menu.queryEmails,
  mails: menu.mails,
  attendance: menu.attendanceGroup,
  homework: menu.homeworks,
  files: t.areas.files,
  selection: t.areas.selection,
  studentImport: t.areas.studentImport,
  paymentUpload: t.areas.paymentUpload,
  intake: menu.intake,
  calendar: t.areas.calendar,
  search: t.areas.search,
  audit: t.areas.audit,
  access: menu.access,
  provider: menu.settings,
};

const nameOf = new Map<string, string>(Object.entries(areas));
export const areaOf = ({ noun }: CallReach): string => nameOf.get(noun) ?? noun;

/** A teacher's own classes are those that they teach; a course admin's own courses are those that they run. */
function wordOf(role: PortalRole, reach: Reach | null): string {
  if (reach === null) return t.reach.no;
  if (reach !== 'own') return t.reach[reach];
  return role === 'teacher' ? t.reach.ownClasses : t.reach.ownCourses;
}

const reachWord = (row: CallReach, role: PortalRole): string =>
  row.open_to === 'roles' ? wordOf(role, row[role]) : t[row.open_to];

const tones: Readonly<Record<Reach, Tone>> = { any: 'good', own: 'info', self: 'info' };

function toneOf(row: CallReach, role: PortalRole): Tone {
  const reach = row[role];
  return reach === null ? 'calm' : tones[reach];
}

const kindOf = ({ changes }: CallReach): string => (changes ? t.changes : t.reads);

export const roleReachColumns: readonly Column<CallReach>[] = [
  {
    id: 'what',
    header: t.columns.what,
    value: ({ summary }) => summary,
    // As the reference of the API says it, in English only.
    cell: ({ summary, because }) => (
      <span className={classes.what} lang="en">
        {summary}
        {because === null ? null : (
          <Text span size="sm" c="dimmed" display="block">
            {because}
          </Text>
        )}
      </span>
    ),
  },
  { id: 'area', header: t.columns.area, value: areaOf },
  { id: 'kind', header: t.columns.kind, value: kindOf },
  ...portalRoles.map((role) => ({
    id: role,
    header: texts.shell.roleLabels[role],
    value: (row: CallReach) => reachWord(row, role),
    cell: (row: CallReach) => <StatusBadge tone={toneOf(row, role)}>{reachWord(row, role)}</StatusBadge>,
  })),
];
