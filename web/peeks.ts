import { lazy, type ComponentType } from 'react';
import { paths, type RouteOfOne } from './paths.ts';

interface Peek {
  /** The addresses of such things, with the id. */
  readonly address: RegExp;
  readonly Part: ComponentType<{ id: number }>;
}

const one = (...routes: readonly RouteOfOne[]) =>
  new RegExp(`^(?:${routes.map((route) => route.replace(/\$.*/, '')).join('|')})(\\d+)`, 'i');

/** What is read of a thing beside its list, by the address to which the row leads. */
const peeks: readonly Peek[] = [
  {
    address: one(paths.student, paths.singleStudent, paths.studentProfile),
    Part: lazy(async () => ({ default: (await import('./features/students/student-peek.tsx')).StudentPeek })),
  },
  {
    address: one(paths.singlePayment, paths.ownPayment),
    Part: lazy(async () => ({
      default: (await import('./features/payments/payment-detail-page.tsx')).PaymentPeek,
    })),
  },
  {
    address: new RegExp(`^${paths.events}\\?.*\\babout=(\\d+)`, 'i'),
    Part: lazy(async () => ({ default: (await import('./features/events/event-panel.tsx')).EventPeek })),
  },
];

export interface Peeked extends Pick<Peek, 'Part'> {
  readonly id: number;
  readonly link: HTMLAnchorElement;
}

/** What can be read of a row: of the thing to which its first such link leads. */
export function peekOf(row: Element | undefined): Peeked | undefined {
  for (const link of row?.querySelectorAll('a') ?? []) {
    const address = decodeURI(link.pathname) + link.search;
    for (const { address: known, Part } of peeks) {
      const id = Number(known.exec(address)?.[1]);
      if (id > 0) return { Part, id, link };
    }
  }
  return undefined;
}
