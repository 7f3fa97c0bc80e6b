import { payments, paymentSorts, type PaymentRow } from '@gurukul/contract/payments';
import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { StudentLedger } from '#web/features/ledger/student-ledger.tsx';
import { MoneyTable } from '#web/features/payments/money-table.tsx';
import { paymentColumns } from '#web/features/payments/payment-columns.tsx';
import { pageSizes } from '#web/lib/constants.ts';
import { session } from '#web/lib/session.ts';
import { sortIn } from '#web/lib/address/sort-in.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { paths, to } from '#web/paths.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { studentTexts } from '#web/texts/student.ts';
import { Hint } from '#web/ui/feedback/hint.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PaymentChoice } from './payment-choice.tsx';
import type { CourseOfStudent } from './status-select.tsx';
import lines from '#web/ui/lines.module.css';
import classes from './student-tabs.module.css';

const t = studentTexts.money;

/** How to reach the student stands above. */
const columns = paymentColumns.filter(({ id }) => id !== 'email_id' && id !== 'phone_number');

const hrefOf = ({ id }: PaymentRow) =>
  to(session.role === 'admin' ? paths.singlePayment : paths.ownPayment, id);

/** One page of the payments of a student, for a course admin those of their own courses. */
function usePayments(studentId: number) {
  const view = useTableSearch(pageSizes.mails, '', 'payments-');
  const sort = sortIn(paymentSorts, view.sort);
  const asked = { student_id: studentId, page: view.page, pageSize: view.size, ...(sort && { sort }) };
  const isAdmin = session.role === 'admin';
  const all = useQuery({
    ...query(payments.get_payment_details, asked),
    enabled: isAdmin,
    placeholderData: keepPreviousData,
  });
  const own = useQuery({
    ...query(payments.get_payment_details_course_admin, { uid: Number(session.uid), ...asked }),
    enabled: !isAdmin,
    placeholderData: keepPreviousData,
  });
  return { view, list: isAdmin ? all : own };
}

interface StudentMoneyProps {
  studentId: number;
  name: string;
  rows: readonly CourseOfStudent[];
}

/** The payment status of each course, and the payments that the portal matched to the student. */
export function StudentMoney({ studentId, name, rows }: StudentMoneyProps) {
  const { view, list } = usePayments(studentId);
  const { data } = list;
  return (
    <>
      <StudentLedger studentId={studentId} name={name} courses={rows} />
      <Panel title={t.statuses}>
        <Text c="dimmed" mb="sm">
          {t.statusesLead}
        </Text>
        {rows.length === 0 ? <Text>{studentTexts.courses.none}</Text> : null}
        <ul className={lines.lines}>
          {rows.map((row) => (
            <li key={row.course_id}>
              <span className={classes.about}>
                <strong>{row.course_name}</strong>
                <span className={classes.soft}>{row.class_name ?? studentTexts.courses.noClass}</span>
              </span>
              {row.payment_by_hand ? (
                <Hint label={peopleTexts.byHandHint}>
                  <span className={classes.soft}>{peopleTexts.byHand}</span>
                </Hint>
              ) : null}
              <PaymentChoice rows={[row]} />
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title={t.payments}>
        <Text c="dimmed" mb="sm">
          {t.paymentsLead}
        </Text>
        <MoneyTable
          label={t.of({ name })}
          columns={columns}
          rows={data?.data}
          total={data?.total_count}
          view={view}
          rowHref={hrefOf}
          query={list}
          emptyText={t.none}
        />
      </Panel>
    </>
  );
}
