import { ledger, type CourseMoney as Figures } from '@gurukul/contract/ledger';
import { isNothing } from '@gurukul/contract/shared/money/money';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { formatMoney, formatNumber } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { paths, type Address } from '#web/paths.ts';
import { ledgerTexts } from '#web/texts/ledger.ts';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ChargeButton } from './charge-button.tsx';
import classes from './ledger.module.css';

const t = ledgerTexts;

type Totals = Figures['totals'][number];
type Sum = 'charged' | 'received' | 'waived' | 'refunded' | 'open' | 'credit';
const shownSums: readonly Sum[] = ['charged', 'received', 'waived', 'refunded', 'open', 'credit'];

/** The list behind a figure. */
function listOf(courseId: number, sum: Sum | 'uncharged', currency: string): Address {
  const course = String(courseId);
  if (sum === 'received') {
    const list = session.role === 'admin' ? paths.payments : paths.payment;
    return `${list}${stringifySearch({ course, status: 'success', currency })}`;
  }
  const show = sum === 'open' ? null : sum;
  return `${paths.owing}${stringifySearch({ show, course, currency: currency || null })}`;
}

const Currency = ({ courseId, totals }: { courseId: number; totals: Totals }) => (
  <>
    <ul className={classes.sums}>
      {shownSums
        .filter((sum) => !isNothing(totals[sum]))
        .map((sum) => (
          <li key={sum}>
            <AppLink href={listOf(courseId, sum, totals.currency)}>
              {t.sums[sum]} <b>{formatMoney(totals[sum], totals.currency)}</b>
            </AppLink>
          </li>
        ))}
    </ul>
    {(['unmatched', 'notCharged'] as const).map((which) => {
      const amount = which === 'unmatched' ? totals.unmatched : totals.not_charged;
      return isNothing(amount) ? null : (
        <Text key={which} c="dimmed" size="sm">
          {t.course[which]({ amount: formatMoney(amount, totals.currency) })}
        </Text>
      );
    })}
  </>
);

interface CourseMoneyProps {
  courseId: number;
  name: string;
}

/** What a course has charged and received, per currency: each figure leads to its list. */
export function CourseMoney({ courseId, name }: CourseMoneyProps) {
  const read = useQuery(query(ledger.get_course_money, { course_id: courseId }));
  if (read.error && !read.data)
    return <FailedState message={read.error.message} onRetry={() => void read.refetch()} />;
  if (!read.data) return <LoadingState />;
  const { uncharged, has_price: hasPrice, totals } = read.data.data;
  return (
    <Panel
      title={t.course.figures({ name })}
      actions={
        <Group gap="xs">
          <ChargeButton target={{ course_id: courseId, name }} />
        </Group>
      }
    >
      {totals.length === 0 ? <Text mb="sm">{hasPrice ? t.course.none : t.course.noPrice}</Text> : null}
      {totals.map((one) => (
        <Currency key={one.currency} courseId={courseId} totals={one} />
      ))}
      {uncharged > 0 ? (
        <ul className={classes.sums}>
          <li>
            <AppLink href={listOf(courseId, 'uncharged', '')}>
              {t.course.uncharged} <b>{formatNumber(uncharged)}</b>
            </AppLink>
          </li>
        </ul>
      ) : null}
    </Panel>
  );
}
