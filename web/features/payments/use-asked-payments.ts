import { paymentKinds, paymentSorts, type PaymentKind } from '@gurukul/contract/payments';
import type { PageSize } from '#web/lib/constants.ts';
import type { PlainSearch } from '#web/lib/address/address-search.ts';
import { moneyIn, useAskedMoney } from './use-asked-money.ts';

/** The server takes no longer names. */
const regionMax = 100;
const typeMax = 200;
const campaignMax = 100;

/** Which payments an address asks for, and in which order. */
export function paymentsIn(search: PlainSearch) {
  const named = search['course'] ?? '';
  const kind: PaymentKind | '' = paymentKinds.find((one) => one === search['kind']) ?? '';
  return {
    ...moneyIn(search, paymentSorts),
    kind,
    campaign: (search['campaign'] ?? '').slice(0, campaignMax),
    course_id: /^[1-9]\d{0,14}$/.test(named) ? named : '',
    course_type: (search['type'] ?? '').slice(0, typeMax),
    region: (search['region'] ?? '').slice(0, regionMax),
  };
}

/** Which payments the address asks for. */
export function useAskedPayments(size: PageSize) {
  const asked = useAskedMoney(size, paymentSorts);
  return { ...asked, filter: paymentsIn(asked.search) };
}

export type AskedPayments = ReturnType<typeof useAskedPayments>;
