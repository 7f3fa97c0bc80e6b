import type { Noun } from '@gurukul/contract/index';
import type { PortalRole } from '@gurukul/contract/shared/roles';
import { auditTexts } from '#web/texts/audit.ts';

const { kinds } = auditTexts.bin;

type Kind = keyof typeof kinds & Noun;

const ofAdmins: ReadonlySet<string> = new Set<Kind>([
  'access',
  'duplicates',
  'enquiries',
  'homework',
  'people',
  'provider',
  'settlements',
]);

/** The kinds of changes in a role's bin, by the noun of their calls. Rolls are only in timelines. */
export const binKinds = (role: PortalRole) =>
  Object.entries(kinds)
    .map(([value, label]) => ({ value, label }))
    .filter(({ value }) => role === 'admin' || !ofAdmins.has(value));
