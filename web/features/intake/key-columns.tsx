import type { IntakeKey } from '@gurukul/contract/intake';
import { intakeScopes } from '@gurukul/contract/shared/calls/intake-scopes';
import { formatDate, formatDateTime } from '#web/lib/format/format.ts';
import { intakeTexts } from '#web/texts/intake.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import type { Choice } from '#web/ui/table/use-choices.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import classes from './key-columns.module.css';

const t = intakeTexts;

const scopesOf = ({ scopes }: IntakeKey) => scopes.map((scope) => t.scopes[scope]).join(', ');
const kindOf = ({ revoked_at, is_over }: IntakeKey) => {
  if (revoked_at !== null) return 'revoked';
  return is_over ? 'ended' : 'in_use';
};
const stateOf = ({ revoked_at, is_over, expires_at }: IntakeKey) => {
  if (revoked_at !== null) return t.revokedOn({ day: formatDate(revoked_at) });
  if (expires_at === null) return t.inUse;
  return is_over ? t.endedOn({ day: formatDate(expires_at) }) : t.endsOn({ day: formatDate(expires_at) });
};
const homeOf = ({ networks }: IntakeKey) => (networks.length === 0 ? t.anywhere : networks.join(', '));
const usedOf = ({ last_used_at, last_network }: IntakeKey) =>
  [formatDateTime(last_used_at) || t.never, last_network].filter(Boolean).join(' · ');

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
    exported: usedOf,
    cell: (key) => <span className={classes.line}>{usedOf(key)}</span>,
  },
  { id: 'networks', header: t.columns.networks, value: homeOf },
  {
    id: 'revoked_at',
    header: t.columns.state,
    value: stateOf,
    cell: (key) => (
      <StatusBadge tone={kindOf(key) === 'in_use' ? 'good' : 'calm'}>{stateOf(key)}</StatusBadge>
    ),
  },
];

const states = { in_use: t.inUse, ended: t.ended, revoked: t.revoked };

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
    of: (key) => [kindOf(key)],
    word: (value) => (value === 'revoked' || value === 'ended' ? states[value] : states.in_use),
    values: Object.keys(states),
  },
  { key: 'by', label: t.columns.by, of: ({ created_by }) => [created_by] },
];
