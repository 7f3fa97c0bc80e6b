import type { ConsentPurpose } from '@gurukul/contract/privacy';
import { consentPurposes, privacy } from '@gurukul/contract/privacy';
import type * as z from 'zod';
import sql from 'sql-template-tag';
import { bool, instant, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, run } from '#server/db/rows.ts';

type Consents = z.input<typeof privacy.get_consents.output>['data']['consents'];

const ways = privacy.get_consents.output.shape.data.shape.consents.element.shape.how.unwrap().options;

const consentRow = row({
  purpose: oneOf(consentPurposes),
  agreed: bool,
  how: oneOf(ways),
  said_at: instant,
  recorded_by: text,
});

/** The last word for each purpose. */
export async function readConsents(db: Db, personId: number): Promise<Consents> {
  const said = await many(
    db,
    consentRow,
    sql`
      select distinct on (c.purpose) c.purpose, c.agreed, c.how, c.said_at, by.fullname as recorded_by
      from consents c
      join people by on by.id = c.recorded_by
      where c.person_id = ${personId}
      order by c.purpose, c.id desc
    `,
  );
  return consentPurposes.map(
    (purpose) =>
      said.find((one) => one.purpose === purpose) ?? {
        purpose,
        agreed: null,
        how: null,
        said_at: null,
        recorded_by: null,
      },
  );
}

interface ConsentAnswer {
  readonly person: number;
  readonly purpose: ConsentPurpose;
  readonly agreed: boolean;
  readonly how: (typeof ways)[number];
  readonly by: number;
}

/** Notes what was said, unless it is what was said last. */
export const saveConsent = (tx: Db, { person, purpose, agreed, how, by }: ConsentAnswer) =>
  run(
    tx,
    sql`
      insert into consents (person_id, purpose, agreed, how, recorded_by)
      select ${person}::bigint, ${purpose}::text, ${agreed}::boolean, ${how}::text, ${by}::bigint
      where (
        select c.agreed from consents c where c.person_id = ${person} and c.purpose = ${purpose} order by c.id desc limit 1
      ) is distinct from ${agreed}::boolean
    `,
  );

/** Condition: `people p` allows that others see their picture. */
export const allowsPhotos = sql`
  coalesce((
    select c.agreed from consents c where c.person_id = p.id and c.purpose = 'photos' order by c.id desc limit 1
  ), false)
`;
