import type { IntakeScope } from '@gurukul/contract/shared/calls/intake-scopes';

interface Example {
  /** Below /api/. */
  readonly path: string;
  readonly body: object;
}

const someone = { email_id: 'asha@example.org', course_name: 'Name of a course' };
const payment = {
  payment_id: 'pay_29',
  amount: '1200.50',
  currency: 'INR',
  status: 'success',
  paid_at: '2026-01-31T09:30:00Z',
};

/** Requests that are understood as they are and name a course that the provider does not have. */
const examples: Readonly<Record<IntakeScope, Example>> = {
  students: {
    path: 'intake/students',
    body: { items: [{ ...someone, first_name: 'Asha', last_name: 'Rao' }] },
  },
  payments: {
    path: 'intake/payments',
    body: { items: [{ ...payment, ...someone, full_name: 'Asha Rao' }] },
  },
  tickets: {
    path: 'intake/tickets',
    body: {
      items: [
        {
          ...payment,
          name: 'Asha Rao',
          email: 'asha@example.org',
          course_type: 'Annual Day',
          registration_code: 'AD-1',
          adult: 2,
          child: 1,
        },
      ],
    },
  },
  registrations: {
    path: 'intake/registrations',
    body: { items: [{ event_id: 1, email_id: 'asha@example.org' }] },
  },
  homework: { path: 'intake/files/begin', body: { name: 'week 1.pdf', size: 120_000 } },
  enquiries: {
    path: 'intake/enquiries',
    body: {
      items: [
        {
          enquiry_id: 'form-17',
          query_type: 'Admissions',
          name: 'Asha Rao',
          email_id: 'asha@example.org',
          message: 'When does the next course begin?',
        },
      ],
    },
  },
  bounces: {
    path: 'mails/bounced',
    body: { items: [{ address: 'asha@example.org', kind: 'hard', reason: '550 5.1.1 No such user' }] },
  },
};

/** A request for a terminal: no quotation mark in it ends the shell's own. */
export function exampleOf(origin: string, key: string, scope: IntakeScope): string {
  const { path, body } = examples[scope];
  return [
    `curl '${origin}/api/${path}'`,
    `  -H 'Authorization: Bearer ${key}'`,
    `  -H 'Content-Type: application/json'`,
    `  -d '${JSON.stringify(body)}'`,
  ].join(' \\\n');
}

export const webhookOf = (origin: string, keyId: number) => `${origin}/api/intake/signed_payments/${keyId}`;
