import type { EnquiryIntake } from '@gurukul/contract/intake';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { instant, int, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import type { IntakeKeyHolder } from '#server/http/identity/intake-keys.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { listRoutes } from '../enquiries/queries.ts';
import type { RoutedType } from '../enquiries/queries.ts';
import { plainName } from '#server/plain-name.ts';
import { rejected, repeated, twice } from './results.ts';
import type { ItemResult } from './results.ts';

interface Routed {
  readonly item: EnquiryIntake;
  readonly type: RoutedType;
}

/** The type of a question, or the reason why it reaches nobody. */
function routeOf(item: EnquiryIntake, types: readonly RoutedType[]): Routed | ItemResult {
  const { course_type_id: id, query_type: name = '' } = item;
  if (id === undefined && plainName(name) === '') return rejected('query_type_missing');
  const type = types.find((each) =>
    id === undefined ? plainName(each.name) === plainName(name) : each.id === id,
  );
  if (type === undefined) return rejected('no_such_query_type');
  if (type.mailboxes.length === 0) return rejected('query_type_unheard');
  return { item, type };
}

const storedRow = row({ id: int, enquiry_id: text, received_at: instant });
type EnquiryRow = RowOf<typeof storedRow>;

const insertEnquiries = (tx: Db, key: IntakeKeyHolder, routed: readonly Routed[]): Promise<EnquiryRow[]> =>
  many(
    tx,
    storedRow,
    sql`
      insert into enquiries (intake_key_id, enquiry_id, query_type_id, name, email_id, phone_number, message)
      select ${key.id}, q.enquiry_id, q.query_type_id, q.name, q.email_id, q.phone_number, q.message
      from unnest(
        ${routed.map(({ item }) => item.enquiry_id)}::text[],
        ${routed.map(({ type }) => type.id)}::bigint[],
        ${routed.map(({ item }) => item.name)}::text[],
        ${routed.map(({ item }) => item.email_id)}::text[],
        ${routed.map(({ item }) => item.phone_number ?? null)}::text[],
        ${routed.map(({ item }) => item.message)}::text[]
      ) as q (enquiry_id, query_type_id, name, email_id, phone_number, message)
      order by q.enquiry_id
      on conflict on constraint enquiries_once do nothing
      returning id, enquiry_id, received_at
    `,
  );

const knownRow = row({ id: int, enquiry_id: text });

const findKnown = (tx: Db, key: IntakeKeyHolder, names: readonly string[]) =>
  many(
    tx,
    knownRow,
    sql`
      select q.id, q.enquiry_id
      from enquiries q
      where q.intake_key_id = ${key.id}
        and q.enquiry_id = any(${names}::text[])
    `,
  );

/** Sends questions to the mailboxes of their types. Each is stored once and sent once to every mailbox. */
export async function takeEnquiries(
  tx: Db,
  mail: Mailer,
  key: IntakeKeyHolder,
  items: readonly EnquiryIntake[],
): Promise<ItemResult[]> {
  const types = await listRoutes(tx);
  const names = items.map((item) => item.enquiry_id);
  const again = repeated(names);
  const known = new Map((await findKnown(tx, key, names)).map((row) => [row.enquiry_id, row.id]));
  const judged = items.map((item, index) => {
    const id = known.get(item.enquiry_id);
    if (again.has(index)) return twice;
    // It was sent, even if its type has changed since.
    if (id !== undefined) return { outcome: 'unchanged', id } as const;
    return routeOf(item, types);
  });

  const routed = judged.filter((item) => 'type' in item);
  const stored = new Map((await insertEnquiries(tx, key, routed)).map((row) => [row.enquiry_id, row]));
  await mail.enqueueMany(
    tx,
    routed.flatMap(({ item, type }) => {
      const row = stored.get(item.enquiry_id);
      if (row === undefined) return [];
      const data = {
        query_type: type.name,
        name: item.name,
        email_id: item.email_id,
        phone_number: item.phone_number ?? null,
        message: item.message,
        received_at: row.received_at,
      };
      return type.mailboxes.map((to) => ({
        kind: 'enquiry' as const,
        to,
        dedupeKey: `enquiry:${row.id}:${to}`,
        data,
      }));
    }),
  );
  // The same request came a moment earlier and stored it while this one waited.
  const missed = routed.map(({ item }) => item.enquiry_id).filter((name) => !stored.has(name));
  const others = new Map((await findKnown(tx, key, missed)).map((row) => [row.enquiry_id, row.id]));
  return judged.map((item) => {
    if (!('type' in item)) return item;
    const name = item.item.enquiry_id;
    const id = stored.get(name)?.id;
    return id === undefined
      ? { outcome: 'unchanged', id: others.get(name) ?? null }
      : { outcome: 'created', id };
  });
}
