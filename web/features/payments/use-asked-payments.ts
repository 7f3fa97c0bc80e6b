import { paymentSorts } from '@gurukul/contract/payments';
import type { PageSize } from '#web/lib/constants.ts';
import { useAskedMoney } from './use-asked-money.ts';

/** Which payments the address asks for. */
export function useAskedPayments(size: PageSize) {
  const asked = useAskedMoney(size, paymentSorts);
  const named = asked.search['course'] ?? '';
  const course = /^[1-9]\d{0,14}$/.test(named) ? named : '';
  return { ...asked, course, filter: { ...asked.filter, course_id: course } };
}

export type AskedPayments = ReturnType<typeof useAskedPayments>;
