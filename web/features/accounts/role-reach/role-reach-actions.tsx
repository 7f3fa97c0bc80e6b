import type { CallReach } from '@gurukul/contract/accounts';
import { actionOf } from '@gurukul/contract/call-actions';
import type { Reach } from '@gurukul/contract/shared/calls/actions';
import { portalRoles, type PortalRole } from '@gurukul/contract/shared/calls/roles';
import { actionTexts } from '#web/texts/actions.ts';
import { texts } from '#web/texts/texts.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { keep } from '#web/ui/table/aria.ts';
import { toneOf, wordOf } from './role-reach-words.ts';
import classes from './role-reach.module.css';

const roleNames = texts.shell.roleLabels;

const areas = Object.entries(actionTexts.areas).map(([area, { name, actions }]) => ({
  name,
  actions: Object.entries(actions).map(([key, label]) => ({ action: `${area}.${key}`, label })),
}));

/** In the words of an action, `self` is what belongs to the person: their lists, their account, their calendar. */
const actionWord = (role: PortalRole, reach: Reach | null): string =>
  reach === 'self' ? actionTexts.ownOnly : wordOf(role, reach);

interface ActionRowProps {
  label: string;
  /** Absent until the server has answered. */
  row: CallReach | undefined;
}

const ActionRow = ({ label, row }: ActionRowProps) => (
  <tr {...keep.row}>
    <th {...keep.rowheader} scope="row">
      {label}
    </th>
    {portalRoles.map((role) => (
      <td key={role} {...keep.cell}>
        <span aria-hidden className={classes.role}>
          {roleNames[role]}
        </span>
        <StatusBadge tone={toneOf(row?.[role] ?? null)}>
          {row ? actionWord(role, row[role]) : '…'}
        </StatusBadge>
      </td>
    ))}
  </tr>
);

/** What a school does, and how far each role reaches in it: as far as the calls of the action, which all reach alike. */
export function RoleReachActions({ calls }: { calls: readonly CallReach[] | undefined }) {
  const rows = new Map<string | undefined, CallReach>(calls?.map((row) => [actionOf[row.call], row]));
  return (
    <table {...keep.table} className={classes.actions} aria-label={actionTexts.table} aria-busy={!calls}>
      <thead {...keep.rowgroup}>
        <tr {...keep.row}>
          <th {...keep.columnheader} scope="col">
            {actionTexts.action}
          </th>
          {portalRoles.map((role) => (
            <th key={role} {...keep.columnheader} scope="col">
              {roleNames[role]}
            </th>
          ))}
        </tr>
      </thead>
      {areas.map(({ name, actions }) => (
        <tbody key={name} {...keep.rowgroup}>
          <tr {...keep.row} className={classes.area}>
            <th {...keep.rowheader} scope="rowgroup" colSpan={portalRoles.length + 1}>
              {name}
            </th>
          </tr>
          {actions.map(({ action, label }) => {
            const row = rows.get(action);
            // An older server does not know a new action.
            return calls && !row ? null : <ActionRow key={action} label={label} row={row} />;
          })}
        </tbody>
      ))}
    </table>
  );
}
