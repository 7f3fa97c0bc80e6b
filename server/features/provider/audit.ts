import { productName } from '@gurukul/contract/provider';
import sql, { empty } from 'sql-template-tag';
import type { Audited } from '../audit/audited.ts';

export const providerAudit: Audited = {
  provider: {
    name: { is: sql`coalesce(nullif(t.name, ''), ${productName}::text)`, joins: empty },
    thing: 'provider',
    silent: ['weekly_cases_on'],
  },
};
