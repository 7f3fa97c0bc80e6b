import type { RefundIntake } from '@gurukul/contract/intake';

/* What a message of a payment service says, in the words of the portal. */

export interface Paid {
  /** Of our checkout. */
  readonly reference: string;
  /** The service's number of the payment, by which its settlement files know it. */
  readonly number: string;
  readonly amount: string;
  readonly currency: string;
  readonly paidAt: string;
  readonly isTest: boolean;
}

export interface News {
  /** The same in every delivery of this message. */
  readonly eventId: string;
  readonly at: Date;
  readonly paid?: Paid;
  /** Nobody can pay on the page any more. */
  readonly ended?: { readonly reference: string; readonly state: 'expired' | 'canceled' };
  readonly refunds?: readonly RefundIntake[];
  /** The message says that money of this charge went back, but not which refunds. */
  readonly refundsOf?: string;
}

/** What the service is asked to put on its page. */
export interface Wanted {
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  /** What it is for. */
  readonly name: string;
  readonly endsAt: Date;
  /** Where the payer goes afterwards. */
  readonly returnTo: string;
  /** Where a payer goes who leaves the page. */
  readonly leaveTo: string;
}

export interface HostedPage {
  readonly id: string;
  readonly url: string;
}

/** A service, with the keys of the provider. */
export interface Gateway {
  /** A second time with the same reference it answers the same page. */
  create(wanted: Wanted): Promise<HostedPage>;
  /** What became of a page. Null: nothing yet. */
  look(id: string): Promise<News | null>;
  cancel(id: string): Promise<void>;
  refundsOf(charge: string): Promise<readonly RefundIntake[]>;
}

/** Our mark on what the portal made at the service. */
export const mark = 'gurukul';

export const referencePattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
