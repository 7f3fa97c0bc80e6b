import { portalRoles } from '@gurukul/contract/shared/calls/roles';
import sql, { join, raw } from 'sql-template-tag';
import type { Person } from '../handlers.ts';
import { fail } from '../answers/problem.ts';

/** `people p` has a passkey, or an app that shows codes. */
export const hasFactorNow = sql`(
  exists (select from passkeys k where k.person_id = p.id)
  or exists (select from code_apps a where a.person_id = p.id and a.confirmed_at is not null)
)`;

/** The first day on which a role of `people p` needs a second factor, by `provider v`; null: none does. */
export const factorFrom = sql`least(${join(
  portalRoles.map(
    (role) => sql`case when ${role} in (p.main_role, p.as_role) then v.${raw(`${role}_factor_from`)} end`,
  ),
)})`;

/** That day has come on the clock of the provider, and `people p` has none. */
export const lacksFactor = sql`
  case when ${factorFrom} <= (now() at time zone v.time_zone)::date then not ${hasFactorNow} else false end
`;

/** Refuses a session of somebody who needs a second factor and has none. They may add one, and sign out. */
export function requireFactor(person: Person): void {
  if (person.lacksFactor) throw fail('factor_needed');
}
