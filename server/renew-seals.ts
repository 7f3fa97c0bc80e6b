import sql, { raw } from 'sql-template-tag';
import type { Config } from './config.ts';
import type { RowOf } from './db/columns.ts';
import { bytes, int, row, text } from './db/columns.ts';
import type { Db } from './db/pool.ts';
import { many, run } from './db/rows.ts';
import { allKeys } from './derived-key.ts';
import { actionPurpose } from './features/approvals/queries.ts';
import { checkPurpose } from './features/checks/checks.ts';
import { codeAppPurpose } from './features/factors/codes.ts';
import { payPurpose } from './features/checkouts/services.ts';
import { openidPurpose } from './features/openid/services.ts';
import { mentionPurpose } from './features/privacy/mentions.ts';
import { intakeSecretPurpose, storeDerivedSecrets } from './http/identity/intake-secrets.ts';
import { sealingPair } from './http/requests/sealing.ts';
import { madeWith, newLink } from './channels/mail/my-page-link.ts';
import { createSeal, mailPurpose } from './seal.ts';
import { devicePurpose, renewEndpointMacs } from './channels/push/devices.ts';
import { pushPair } from './channels/push/key-pair.ts';

/**
 * Everything that the database stores sealed. A column that is not here is lost when its key goes; a test compares the
 * list with the schema.
 */
export const sealedColumns = [
  { table: 'server_keys', id: 'name', column: 'value', about: 'name', ...sealingPair },
  { table: 'server_keys', id: 'name', column: 'value', about: 'name', ...pushPair },
  // The client secrets of all services; the other rows do not open with this purpose.
  { table: 'server_keys', id: 'name', column: 'value', about: 'name', purpose: openidPurpose },
  // The same of payment services.
  { table: 'server_keys', id: 'name', column: 'value', about: 'name', purpose: payPurpose },
  { table: 'mails', id: 'id', column: 'sealed', about: 'dedupe_key', purpose: mailPurpose },
  {
    table: 'kept_mails',
    id: 'mail_id',
    column: 'sealed',
    about: '(select dedupe_key from mails where id = mail_id)',
    purpose: mailPurpose,
  },
  {
    table: 'intake_secrets',
    id: 'id',
    column: 'sealed',
    about: 'key_id::text',
    purpose: intakeSecretPurpose,
  },
  {
    table: 'asked_deeds',
    id: 'id',
    column: 'sealed',
    about: 'asked_by::text',
    purpose: actionPurpose,
  },
  {
    table: 'erasure_mentions',
    id: 'id',
    column: 'sealed',
    about: 'person_id::text',
    purpose: mentionPurpose,
  },
  { table: 'push_devices', id: 'id', column: 'sealed', about: 'person_id::text', purpose: devicePurpose },
  {
    table: 'code_apps',
    id: 'person_id',
    column: 'sealed_secret',
    about: "'code app of ' || person_id",
    purpose: codeAppPurpose,
  },
  {
    table: 'checks',
    id: 'id',
    column: 'sealed_number',
    about: "'check'",
    purpose: checkPurpose,
  },
] as const;

const rowsAtOnce = 500;

/**
 * Seals everything stored under an old SECRET_KEY with the present one, so that the old one can go. Links of My page
 * get a new secret, and the old link goes on working. Other processes may serve and write at the same time.
 */
export async function renewSeals(
  db: Db,
  { secretKey }: Pick<Config, 'secretKey'>,
  say: (line: string) => void,
): Promise<void> {
  if (allKeys(secretKey).length === 1) return;
  await storeDerivedSecrets(db, secretKey);
  let renewed = 0;
  for (const each of sealedColumns) renewed += await renewColumn(db, { secretKey }, each);
  await renewEndpointMacs(db, secretKey);
  const links = await renewLinks(db, { secretKey });
  say(
    `Sealed anew with SECRET_KEY: ${renewed} values and ${links} links of My page. Nothing stored needs SECRET_KEY_OTHER any more.`,
  );
}

const sealedRow = row({ id: text, sealed: text, about: text });

async function renewColumn(
  db: Db,
  { secretKey }: Pick<Config, 'secretKey'>,
  { table, id, column, about, purpose, ...only }: (typeof sealedColumns)[number],
): Promise<number> {
  const seal = createSeal(secretKey, purpose);
  const name = 'name' in only ? only.name : null;
  let renewed = 0;
  let after: string | null = null;
  for (;;) {
    const found: RowOf<typeof sealedRow>[] = await many(
      db,
      sealedRow,
      sql`
        select ${raw(id)}::text as id, ${raw(column)} as sealed, ${raw(about)} as about
        from ${raw(table)}
        where ${raw(column)} is not null
          and (${name}::text is null or ${raw(id)}::text = ${name})
          and (${after}::text is null or ${raw(id)} > ${after}${raw(id === 'name' ? '::text' : '::bigint')})
        order by ${raw(id)}
        limit ${rowsAtOnce}
      `,
    );
    for (const each of found) {
      const sealed = seal.renew(each.sealed, each.about);
      if (sealed === null) continue;
      renewed += await run(
        db,
        sql`
          update ${raw(table)} set ${raw(column)} = ${sealed}
          where ${raw(id)}::text = ${each.id} and ${raw(column)} = ${each.sealed}
        `,
      );
    }
    if (found.length < rowsAtOnce) return renewed;
    after = found.at(-1)?.id ?? null;
  }
}

const linkRow = row({ id: int, nonce: text, hash: bytes });

async function renewLinks(db: Db, config: Pick<Config, 'secretKey'>): Promise<number> {
  let renewed = 0;
  let after = 0;
  for (;;) {
    const found = await many(
      db,
      linkRow,
      sql`
        select g.id, g.nonce, g.hash from personal_pages g
        where g.id > ${after} and g.revoked_at is null and g.expires_at > now()
        order by g.id
        limit ${rowsAtOnce}
      `,
    );
    for (const each of found) {
      if (madeWith(config, each) !== 'another key') continue;
      const { nonce, hash } = newLink(config);
      renewed += await run(
        db,
        sql`
          update personal_pages g
          set nonce = ${nonce}, hash = ${hash}, old_hash = g.hash, old_expires_at = g.expires_at
          where g.id = ${each.id} and g.hash = ${each.hash}
        `,
      );
    }
    if (found.length < rowsAtOnce) return renewed;
    after = found.at(-1)?.id ?? after;
  }
}
