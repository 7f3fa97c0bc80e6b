import { formatNumber } from '#web/lib/format/format.ts';
import type { Address } from '#web/paths.ts';
import { formatShare } from '#web/ui/chart/part.ts';
import { AppLink } from '#web/ui/link.tsx';
import classes from './figures.module.css';

interface HeatCellProps {
  part: number;
  whole: number;
  href: Address;
  /** The number stands before its share. */
  hasNumber?: boolean;
}

/** A share as a colour and as a word, which leads to what it counts. Where there is nothing, it is grey. */
export const HeatCell = ({ part, whole, href, hasNumber = false }: HeatCellProps) =>
  whole === 0 ? (
    <td data-none>–</td>
  ) : (
    <td style={{ '--share': `${Math.round((100 * part) / whole)}%` }}>
      <AppLink href={href} className={classes.cell}>
        {hasNumber ? `${formatNumber(part)} ` : ''}
        <span>{formatShare(part, whole)}</span>
      </AppLink>
    </td>
  );
