import { paymentKinds, paymentSorts, type PaymentKind } from '@gurukul/contract/payments';
import type { PageSize } from '#web/lib/constants.ts';
import { useAskedMoney } from './use-asked-money.ts';

/** The server takes no longer names. */
const regionMax = 100;
const typeMax = 200;
const campaignMax = 100;

/** Which payments the address asks for. */
export function useAskedPayments(size: PageSize) {
  const asked = useAskedMoney(size, paymentSorts);
  const named = asked.search['course'] ?? '';
  const course = /^[1-9]\d{0,14}$/.test(named) ? named : '';
  const course_type = (asked.search['type'] ?? '').slice(0, typeMax);
  const region = (asked.search['region'] ?? '').slice(0, regionMax);
  const kind: PaymentKind | '' = paymentKinds.find((one) => one === asked.search['kind']) ?? '';
  const campaign = (asked.search['campaign'] ?? '').slice(0, campaignMax);
  const filter = { ...asked.filter, kind, campaign, course_id: course, course_type, region };
  return { ...asked, filter };
}

export type AskedPayments = ReturnType<typeof useAskedPayments>;
