import type { CallReach } from '@gurukul/contract/accounts';
import type { Noun } from '@gurukul/contract/index';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { portalRoles } from '@gurukul/contract/shared/calls/roles';
import { Text } from '@mantine/core';
import { roleReachTexts } from '#web/texts/role-reach.ts';
import { texts } from '#web/texts/texts.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { reportsTexts } from '#web/texts/reports.ts';
import { figuresTexts } from '#web/texts/figures.ts';
import { toneOf, wordOf } from './role-reach-words.ts';
import classes from './role-reach.module.css';

const t = roleReachTexts;

const { menu } = texts.shell;

/** Every area the portal has. One with an entry in the menu is named as there. */
export const areas: Readonly<Record<Noun, string>> = {
  accounts: t.areas.accounts,
  invitations: t.areas.invitations,
  people: t.areas.people,
  assignments: t.areas.assignments,
  schedule: menu.schedule,
  courses: menu.coursesGroup,
  classes: t.areas.classes,
  meetings: t.areas.meetings,
  cases: t.areas.cases,
  cover: t.areas.cover,
  tests: menu.tests,
  students: menu.students,
  payments: menu.payments,
  receipts: t.areas.receipts,
  certificates: t.areas.certificates,
  catalogue: t.areas.catalogue,
  checkouts: t.areas.checkouts,
  ledger: t.areas.ledger,
  dashboards: t.areas.dashboards,
  figures: figuresTexts.title,
  events: menu.events,
  enquiries: menu.queryEmails,
  mails: menu.mails,
  messages: menu.messages,
  attendance: menu.attendanceGroup,
  homework: menu.homeworks,
  files: t.areas.files,
  duplicates: t.areas.duplicates,
  privacy: t.areas.privacy,
  passkeys: t.areas.passkeys,
  openid: t.areas.openid,
  selection: t.areas.selection,
  studentImport: t.areas.studentImport,
  bring: t.areas.bring,
  paymentUpload: t.areas.paymentUpload,
  settlements: t.areas.settlements,
  intake: menu.intake,
  calendar: t.areas.calendar,
  myPage: t.areas.myPage,
  push: t.areas.push,
  search: t.areas.search,
  audit: t.areas.audit,
  access: menu.access,
  security: menu.security,
  approvals: menu.approvals,
  provider: menu.settings,
  views: t.areas.views,
  registrations: menu.registrations,
  placing: t.areas.placing,
  questions: t.areas.questions,
  continuations: t.areas.continuations,
  reports: reportsTexts.title,
};

const nameOf = new Map<string, string>(Object.entries(areas));
export const areaOf = ({ noun }: CallReach): string => nameOf.get(noun) ?? noun;

const reachWord = (row: CallReach, role: PortalRole): string =>
  row.open_to === 'roles' ? wordOf(role, row[role]) : t[row.open_to];

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
    cell: (row: CallReach) => <StatusBadge tone={toneOf(row[role])}>{reachWord(row, role)}</StatusBadge>,
  })),
];
