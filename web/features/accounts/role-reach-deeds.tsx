import type { CallReach } from '@gurukul/contract/accounts';
import type { Reach } from '@gurukul/contract/shared/call';
import { portalRoles, type PortalRole } from '@gurukul/contract/shared/roles';
import { deedTexts } from '#web/texts/deeds.ts';
import { texts } from '#web/texts/texts.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { keep } from '#web/ui/table/aria.ts';
import { deeds } from './deeds.ts';
import { toneOf, wordOf } from './role-reach-words.ts';
import classes from './role-reach.module.css';

const roleNames = texts.shell.roleLabels;

const callsOf: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = deeds;

const areas = Object.entries(deedTexts.areas).map(([area, { name, deeds: names }]) => ({
  name,
  deeds: Object.entries(names).map(([key, deed]) => ({ deed, calls: callsOf[area]?.[key] ?? [] })),
}));

/** In the words of a deed, `self` is what belongs to the person: their lists, their account, their calendar. */
const deedWord = (role: PortalRole, reach: Reach | null): string =>
  reach === 'self' ? deedTexts.ownOnly : wordOf(role, reach);

interface DeedRowProps {
  deed: string;
  /** Absent until the server has answered. */
  row: CallReach | undefined;
}

const DeedRow = ({ deed, row }: DeedRowProps) => (
  <tr {...keep.row}>
    <th {...keep.rowheader} scope="row">
      {deed}
    </th>
    {portalRoles.map((role) => (
      <td key={role} {...keep.cell}>
        <span aria-hidden className={classes.role}>
          {roleNames[role]}
        </span>
        <StatusBadge tone={toneOf(row?.[role] ?? null)}>{row ? deedWord(role, row[role]) : '…'}</StatusBadge>
      </td>
    ))}
  </tr>
);

/** What a school does, and how far each role reaches in it. A deed reaches as far as its calls, which all reach alike. */
export function RoleReachDeeds({ calls }: { calls: readonly CallReach[] | undefined }) {
  const rows = new Map(calls?.map((row) => [row.call, row]));
  return (
    <table {...keep.table} className={classes.deeds} aria-label={deedTexts.table} aria-busy={!calls}>
      <thead {...keep.rowgroup}>
        <tr {...keep.row}>
          <th {...keep.columnheader} scope="col">
            {deedTexts.deed}
          </th>
          {portalRoles.map((role) => (
            <th key={role} {...keep.columnheader} scope="col">
              {roleNames[role]}
            </th>
          ))}
        </tr>
      </thead>
      {areas.map(({ name, deeds: ofArea }) => (
        <tbody key={name} {...keep.rowgroup}>
          <tr {...keep.row} className={classes.area}>
            <th {...keep.rowheader} scope="rowgroup" colSpan={portalRoles.length + 1}>
              {name}
            </th>
          </tr>
          {ofArea.map(({ deed, calls: names }) => {
            const row = names.map((call) => rows.get(call)).find((found) => found !== undefined);
            // An older server does not know a new deed.
            return calls && !row ? null : <DeedRow key={deed} deed={deed} row={row} />;
          })}
        </tbody>
      ))}
    </table>
  );
}
