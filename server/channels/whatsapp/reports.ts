import type { PageAction } from '@gurukul/contract/my-page';
import sql from 'sql-template-tag';
import { int, row } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, run } from '#server/db/rows.ts';
import type { Status, Stop } from './read-reports.ts';

/**
 * Notes what became of texts. Any report proves that the text had left, so a lost answer is found again, and nobody sends
 * it a second time. What arrived stays arrived, in any order of the reports.
 */
export async function noteStatuses(tx: Db, statuses: readonly Status[]): Promise<void> {
  // In the order of their rows, so that two reports never wait for each other.
  for (const { id, state, at, reason } of statuses.toSorted((one, other) => one.id - other.id)) {
    const arrived = state === 'delivered' || state === 'read';
    await run(
      tx,
      sql`
        update mails
        set sent_at = coalesce(sent_at, least(${at}::timestamptz, now())), failed_at = null, unsure_at = null,
          sealed = null,
          delivered_at = case when ${arrived}::boolean then coalesce(delivered_at, ${at}::timestamptz) else delivered_at end,
          read_at = case when ${state} = 'read' then coalesce(read_at, ${at}::timestamptz) else read_at end,
          bounced_at = case when ${arrived}::boolean then null
            when ${state} = 'failed' and delivered_at is null then coalesce(bounced_at, now()) else bounced_at end,
          bounce = case when ${arrived}::boolean then null
            when ${state} = 'failed' and delivered_at is null then ${reason} else bounce end
        where id = ${id} and channel = 'whatsapp' and tries > 0 and withdrawn_at is null
      `,
    );
  }
}

const endedRow = row({ id: int, person_id: int });

/** Ends the consents of numbers that answered STOP. A report that comes again ends none that was given since. */
export async function stopTexts(tx: Db, stops: readonly Stop[]): Promise<void> {
  for (const { number, at } of stops) {
    const ended = await many(
      tx,
      endedRow,
      sql`
        select c.id, c.person_id from whatsapp_consents c
        where c.number = ${number} and c.ended_at is null
          and date_trunc('second', c.agreed_at) <= ${at}::timestamptz
        order by c.id
        for update
      `,
    );
    for (const { id, person_id } of ended) {
      // The holder of the number did it.
      await run(
        tx,
        sql`
          select set_config('gurukul.person', ${String(person_id)}, true),
            set_config('gurukul.call', ${'page.stop_whatsapp' satisfies PageAction}, true)
        `,
      );
      await run(tx, sql`update whatsapp_consents set ended_at = now(), ended_how = 'stop' where id = ${id}`);
    }
  }
}
