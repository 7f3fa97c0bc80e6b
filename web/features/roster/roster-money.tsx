import type { PaymentFilter, RosterCount } from '@gurukul/contract/students';
import { Box, Group } from '@mantine/core';
import { useMatch } from '@tanstack/react-router';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { ChargeButton } from '#web/features/ledger/charge-button.tsx';
import { CourseMoney } from '#web/features/ledger/course-money.tsx';
import type { Path } from '#web/paths.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { valueText } from '#web/texts/values.ts';
import { FigureLinks } from '#web/ui/figure-links.tsx';
import { RosterTable, useRoster, type RosterOf } from './roster.tsx';

const t = classPageTexts.money;

const prefix = 'money-';

const sumOf = (counts: readonly RosterCount[]) => counts.reduce((sum, { count }) => sum + count, 0);

/** The payment status of the students: every figure leads to the students behind it. */
export function RosterMoney({ of, name }: { of: RosterOf; name: string }) {
  const roster = useRoster({ of, prefix, isMoney: true });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a page is open there
  const pathname = useMatch({ strict: false, select: (match) => match.pathname as Path });
  const linkOf = (payment: PaymentFilter | null) => ({
    href: `${pathname}${stringifySearch({ tab: 'money', [`${prefix}payment`]: payment })}` as const,
    isCurrent: payment === roster.asked.payment,
  });
  const counts = roster.list.data?.payments;
  return (
    <>
      {of.class_id === null ? (
        <Box mb="md">
          <CourseMoney courseId={of.course_id} name={name} />
        </Box>
      ) : (
        <Group mb="md">
          <ChargeButton target={{ ...of, name }} />
        </Group>
      )}
      {counts ? (
        <FigureLinks
          label={t.figures({ name })}
          figures={[
            { label: t.all, value: sumOf(counts), ...linkOf(null) },
            {
              label: t.unpaid,
              value: counts.reduce((sum, { unpaid }) => sum + unpaid, 0),
              hint: t.unpaidHint,
              ...linkOf('unpaid'),
            },
            ...counts.map(({ payment_status, count }) => ({
              label: payment_status ? valueText('payment', payment_status) : classPageTexts.roster.noPayment,
              value: count,
              ...linkOf(payment_status ?? 'none'),
            })),
          ]}
        />
      ) : null}
      <RosterTable of={of} name={name} isMoney {...roster} />
    </>
  );
}
