import type { TodayGroup, TodayItems, TodayKind } from '@gurukul/contract/dashboards';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';
import { isCalled } from '#web/features/cases/line-actions.tsx';
import { formatShortDay } from '#web/lib/format/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { TodayLineActions } from './today-line-actions.tsx';
import { absencesOf, isChargedIn, todayFix, todayWords } from './today-words.ts';
import classes from './today.module.css';

interface ItemProps<K extends TodayKind> {
  kind: K;
  item: TodayItems[K];
}

/** A day, a time with its half of the day, a sum. */
const figure = /(\S*\d\S*(?: [AP]M\b)?)/;

/** A day and a sum are never divided. */
export const Parts = ({ text }: { text: string }) => (
  <span>
    {text.split(figure).map((part, place) => (
      // oxlint-disable-next-line react/no-array-index-key -- parts have no identity
      <Fragment key={place}>{place % 2 === 0 ? part : <span className={classes.part}>{part}</span>}</Fragment>
    ))}
  </span>
);

/** What decides about a line; each absence is a red square with its day. */
export function Detail<K extends TodayKind>({ kind, item }: ItemProps<K>) {
  const { detail } = todayWords(kind, item);
  const days = absencesOf(item);
  if (days.length === 0) return <Parts text={detail} />;
  return (
    <span className={classes.absences}>
      <VisuallyHidden>{detail}</VisuallyHidden>
      {days.map((day) => (
        <span key={day} aria-hidden data-day={day === '…' ? undefined : day}>
          {formatShortDay(day) || day}
        </span>
      ))}
    </span>
  );
}

/** The whole line leads to the fix. */
function Item<K extends TodayKind>({ kind, item, role }: ItemProps<K> & { role: PortalRole }) {
  const { href, action } = todayFix(kind, item, role);
  const group = 'student_id' in item && item.student_id && 'class_name' in item ? item.class_name : null;
  return (
    <li className={classes.line}>
      <AppLink href={href} className={classes.item}>
        <span className={classes.title}>
          <Parts text={todayWords(kind, item).title} />
        </span>
        <span className={classes.detail}>
          <Detail kind={kind} item={item} />
          {group ? <span>{group}</span> : null}
        </span>
        {isCalled(kind, isChargedIn(kind, item)) ? null : (
          <span data-deed className={classes.action}>
            {action}
          </span>
        )}
      </AppLink>
      <TodayLineActions kind={kind} item={item} />
    </li>
  );
}

/** The first lines of a kind. */
export const Lines = ({ group: { kind, items }, role }: { group: TodayGroup; role: PortalRole }) => (
  <ul className={classes.items}>
    {items.map((item) => (
      <Item key={item.line} kind={kind} item={item} role={role} />
    ))}
  </ul>
);
