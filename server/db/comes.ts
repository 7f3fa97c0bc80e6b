import type { RegistrationStatus } from '@gurukul/contract/students';
import sql from 'sql-template-tag';

/** Who is set to one of these comes no more, also where nobody has ended their place in the class. */
const gone: readonly RegistrationStatus[] = ['Dropped', 'Canceled', 'Registration failed'];

/** Condition on an enrolment `e`: the student comes, so that they hear of the class. */
export const comes = sql`e.registration_status <> all(${[...gone]}::text[])`;
