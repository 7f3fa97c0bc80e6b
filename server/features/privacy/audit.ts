import sql from 'sql-template-tag';
import type { Audited } from '../audit/audited.ts';

export const privacyAudit: Audited = {
  // What somebody said is not for others to bring back.
  consents: {
    name: { is: sql`p.fullname`, joins: sql`join people p on p.id = t.person_id` },
    silent: ['recorded_by', 'said_by', 'said_name', 'text_language'],
    isLeft: true,
  },
  // A version that somebody agreed to stays.
  terms: { name: 'kind', silent: ['version', 'saved_by', 'saved_at'], isLeft: true },
  // A decision without the words, which nobody brings back.
  erasure_mentions: {
    name: 'table_name',
    noun: 'texts that name erased people',
    silent: ['person_id', 'table_name', 'column_name', 'row_id', 'sealed', 'found_at'],
    isLeft: true,
  },
};
