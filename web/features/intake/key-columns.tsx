import type { IntakeKey } from '@gurukul/contract/intake';
import { intakeScopes } from '@gurukul/contract/shared/intake-scopes';
import { formatDate, formatDateTime } from '#web/lib/format.ts';
import { intakeTexts } from '#web/texts/intake.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import type { Choice } from '#web/ui/table/use-choices.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import classes from './key-columns.module.css';

const t = intakeTexts;

const scopesOf = ({ scopes }: IntakeKey) => scopes.map((scope) => t.scopes[scope]).join(', ');
const stateOf = ({ revoked_at }: IntakeKey) =>
  revoked_at === null ? t.inUse : t.revokedOn(formatDate(revoked_at));

export const keyColumns: readonly Column<IntakeKey>[] = [
  {
    id: 'name',
    header: t.columns.name,
    value: (key) => key.name,
    cell: (key) => <span className={classes.name}>{key.name}</span>,
  },
  {
    id: 'starts_with',
    header: t.columns.startsWith,
    value: (key) => key.starts_with,
    cell: (key) => <code className={classes.key}>{key.starts_with}…</code>,
  },
  { id: 'scopes', header: t.columns.scopes, value: scopesOf },
  { id: 'created_by', header: t.columns.by, value: (key) => key.created_by },
  {
    id: 'created_at',
    header: t.columns.made,
    value: (key) => key.created_at,
    exported: (key) => formatDate(key.created_at),
    cell: (key) => <span className={classes.line}>{formatDate(key.created_at)}</span>,
  },
  {
    id: 'last_used_at',
    header: t.columns.used,
    value: (key) => key.last_used_at,
    exported: (key) => formatDateTime(key.last_used_at) || t.never,
    cell: (key) => <span className={classes.line}>{formatDateTime(key.last_used_at) || t.never}</span>,
  },
  {
    id: 'revoked_at',
    header: t.columns.state,
    value: stateOf,
    cell: (key) => <StatusBadge tone={key.revoked_at === null ? 'good' : 'calm'}>{stateOf(key)}</StatusBadge>,
  },
];

const states = { in_use: t.inUse, revoked: t.revoked };

/** What keys can be filtered by. */
export const keyChoices: readonly Choice<IntakeKey>[] = [
  {
    key: 'scope',
    label: t.columns.scopes,
    of: ({ scopes }) => scopes,
    word: (value) => t.scopes[intakeScopes.find((scope) => scope === value) ?? 'students'],
    values: intakeScopes,
  },
  {
    key: 'state',
    label: t.columns.state,
    of: ({ revoked_at }) => [revoked_at === null ? 'in_use' : 'revoked'],
    word: (value) => (value === 'revoked' ? states.revoked : states.in_use),
    values: Object.keys(states),
  },
  { key: 'by', label: t.columns.by, of: ({ created_by }) => [created_by] },
];
