import type { privacy } from '@gurukul/contract/privacy';
import sql from 'sql-template-tag';
import type * as z from 'zod';
import type { Db } from '#server/db/pool.ts';
import { run } from '#server/db/rows.ts';
import { listTerms } from '#server/db/terms.ts';
import type { Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { refuseOlder } from '#server/http/requests/version.ts';
import { lockSettings } from '#server/provider/settings.ts';

type Given = z.output<typeof privacy.save_terms.input>;

/** Stores a new version, unless the newest one has the same text. */
export async function saveTerms(db: Db, { id }: Person, given: Given) {
  const { kind, body, body_te: te = '', body_hi: hi = '', version } = given;
  // Two saves wait for each other, and for the setting that needs a text.
  const { child_consent: childConsent } = await lockSettings(db);
  const newest = (await listTerms(db)).find((each) => each.kind === kind);
  refuseOlder(version, newest?.version ?? 0);
  const isEmpty = body === '';
  if (isEmpty && (te !== '' || hi !== '' || (kind === 'child_data' && childConsent !== 'off'))) {
    throw fail('terms_needed');
  }
  const isSame =
    newest === undefined ? isEmpty : newest.body === body && newest.body_te === te && newest.body_hi === hi;
  if (!isSame) {
    await run(
      db,
      sql`
        insert into terms (kind, version, body, body_te, body_hi, saved_by)
        values (${kind}, ${(newest?.version ?? 0) + 1}, ${body}, ${te}, ${hi}, ${id})
      `,
    );
  }
  return listTerms(db);
}
