import { consentPurposes } from '@gurukul/contract/privacy';
import type { ConsentPurpose } from '@gurukul/contract/privacy';
import type { PortalLanguage } from '@gurukul/contract/provider';
import sql from 'sql-template-tag';
import type { RowOf } from './columns.ts';
import { instant, int, oneOf, row, text } from './columns.ts';
import type { Db } from './pool.ts';
import { many } from './rows.ts';

/* What consents are given to. A version never changes; one without a text in English asks for nothing. */

const termsRow = row({
  terms_id: int,
  kind: oneOf(consentPurposes),
  version: int,
  body: text,
  body_te: text,
  body_hi: text,
  saved_by: text,
  saved_at: instant,
});
export type Terms = RowOf<typeof termsRow>;

/** All versions, the newest of each kind first. */
export const listTerms = (db: Db): Promise<Terms[]> =>
  many(
    db,
    termsRow,
    sql`
      select t.id as terms_id, t.kind, t.version, t.body, t.body_te, t.body_hi, by.fullname as saved_by, t.saved_at
      from terms t
      join people by on by.id = t.saved_by
      order by t.kind, t.version desc
    `,
  );

export type PresentTerms = Readonly<Partial<Record<ConsentPurpose, Terms>>>;

/** The version of each kind that is asked now. */
export async function presentTerms(db: Db): Promise<PresentTerms> {
  const all = await listTerms(db);
  const newest = consentPurposes.flatMap((purpose) => all.find(({ kind }) => kind === purpose) ?? []);
  return Object.fromEntries(newest.flatMap((each) => (each.body === '' ? [] : [[each.kind, each]])));
}

export const bodyIn = (language: PortalLanguage, { body, body_te: te, body_hi: hi }: Terms): string =>
  ({ te, hi } as Partial<Record<PortalLanguage, string>>)[language] || body;
