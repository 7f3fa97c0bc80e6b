import type { IntakeKey } from '@gurukul/contract/intake';
import { formatDate, formatDateTime } from '#web/lib/format.ts';
import { intakeTexts } from '#web/texts/intake.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
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
