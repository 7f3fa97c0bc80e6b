import { randomBytes } from 'node:crypto';
import type { UnwantedMail } from '@gurukul/contract/my-page';
import { allKeys, isMac, macOf } from '#server/derived-key.ts';
import sql from 'sql-template-tag';
import type { Config } from '../../config.ts';
import { bool, bytes, int, joined, row, text } from '../../db/columns.ts';
import type { Db } from '../../db/pool.ts';
import { exists, maybeOne, one, run } from '../../db/rows.ts';
import { hashSecret, secretWith } from '#server/secrets.ts';
import { studentsBehind, studentsNamedWith } from './behind.ts';
import type { StopLink } from './templates/content.ts';

type Secret = Pick<Config, 'secretKey'>;

const purpose = 'my page link';
const stopPurpose = 'stop mails';
const refusePurpose = 'refuse an address';

/** The secret of a link: 256 bits. The database has the nonce and a hash of the secret, and cannot make one of them. */
const secretOf = ({ secretKey }: Secret, nonce: string): string =>
  macOf(secretKey, purpose, nonce).toString('base64url');

export const isSecretOf = ({ secretKey }: Secret, nonce: string, secret: string): boolean =>
  isMac(secretKey, purpose, nonce, Buffer.from(secret, 'base64url'));

/** A new link: what is stored of it. */
export const newLink = (config: Secret): StoredLink => {
  const nonce = randomBytes(16).toString('base64url');
  return { nonce, hash: hashSecret(secretOf(config, nonce)) };
};

/** Which key made a stored link. */
export function madeWith(config: Secret, link: StoredLink): 'the present key' | 'another key' | 'no key' {
  if (hashSecret(secretOf(config, link.nonce)).equals(link.hash)) return 'the present key';
  return storedSecret(config, link) === null ? 'no key' : 'another key';
}

interface StoredLink {
  readonly nonce: string;
  readonly hash: Buffer;
}

/** The secret of a stored link. Null when no key made it: then the link is void. */
const storedSecret = ({ secretKey }: Secret, { nonce, hash }: StoredLink) =>
  secretWith(
    hash,
    allKeys(secretKey).map((key) => secretOf({ secretKey: key }, nonce)),
  );

const signatureOf = ({ secretKey }: Secret, topic: string, pageId: number): string =>
  macOf(secretKey, stopPurpose, `${topic}:${pageId}`).toString('base64url');

export const isStopSignature = (
  { secretKey }: Secret,
  topic: string,
  pageId: number,
  given: string,
): boolean => isMac(secretKey, stopPurpose, `${topic}:${pageId}`, Buffer.from(given, 'base64url'));

const refuseSignature = ({ secretKey }: Secret, personId: number, toldMs: number): string =>
  macOf(secretKey, refusePurpose, `${personId}:${toldMs}`).toString('base64url');

export const isRefuseSignature = ({ secretKey }: Secret, personId: number, toldMs: number, given: string) =>
  isMac(secretKey, refusePurpose, `${personId}:${toldMs}`, Buffer.from(given, 'base64url'));

/** The address where a proved mailbox refuses what was written for a person until this moment, for a day. */
export const refuseLink = (config: Pick<Config, 'appUrl' | 'secretKey'>, personId: number, toldMs: number) =>
  `${config.appUrl}/me/refuse/${personId}/${toldMs}/${refuseSignature(config, personId, toldMs)}`;

const pageIdRow = row({ id: int });

/**
 * The address where the reader of a mailbox switches off mails of a topic. Unlike the link of their page it never ends
 * and shows nothing. Null: there is no topic, or the mailbox has no page.
 */
export async function stopLink(
  db: Db,
  config: Pick<Config, 'appUrl' | 'secretKey'>,
  address: string,
  topic: UnwantedMail | null,
): Promise<StopLink | null> {
  if (topic === null) return null;
  const page = await maybeOne(
    db,
    pageIdRow,
    sql`select g.id from personal_pages g where g.mailbox = ${address.toLowerCase()}`,
  );
  if (page === null) return null;
  return {
    topic,
    url: `${config.appUrl}/me/stop/${topic}/${page.id}/${signatureOf(config, topic, page.id)}`,
  };
}

/** The reader of a mailbox called a mail unwanted: as if they had said on their page that they want none of these. */
export async function endUnwanted(db: Db, config: Secret, mailbox: string, topics: readonly UnwantedMail[]) {
  const { nonce, hash } = newLink(config);
  await run(
    db,
    sql`
      insert into personal_pages as g (mailbox, nonce, hash, unwanted) values (${mailbox}, ${nonce}, ${hash}, ${[...topics]}::text[])
      on conflict on constraint personal_pages_mailbox_unique do update
      set unwanted = array(select distinct unnest(g.unwanted || excluded.unwanted) order by 1)
    `,
  );
}

const foundRow = joined(
  { id: int, nonce: text, hash: bytes, is_over: bool, is_revoked: bool, is_aging: bool },
  { has_students: bool },
);

const findPage = (db: Db, mailbox: string) =>
  one(
    db,
    foundRow,
    sql`
      select g.id, g.nonce, g.hash, g.expires_at <= now() as is_over, case when g.id is not null then g.revoked_at is not null end as is_revoked,
        g.expires_at < now() + interval '29 days' as is_aging,
        exists (${studentsBehind(sql`${mailbox}`)}) or exists (
          select from (${studentsNamedWith(sql`${mailbox}`)}) b
          where not exists (
            select from mailboxes m
            where m.mailbox = ${mailbox} and m.person_id = b.reader_id and m.proved_at is not null and m.counts_from <= now()
          )
        ) as has_students
      from (select) nothing
      left join personal_pages g on g.mailbox = ${mailbox}
    `,
  );

/** Says whether a mail to the address can lead to a page of its reader. */
export async function hasMyPage(db: Db, address: string): Promise<boolean> {
  const page = await findPage(db, address.toLowerCase());
  return page.has_students && page.is_revoked !== true;
}

/**
 * The link of a mailbox's page, the same in every mail until it ends or is revoked; null when nobody whom its reader may
 * see is behind the mailbox or could be once it is proved, or the office has revoked it. Each mail renews it for 30 days. `reopen`: the office gives
 * it out again.
 */
export async function myPageLink(
  db: Db,
  config: Pick<Config, 'appUrl' | 'secretKey'>,
  address: string,
  { reopen = false } = {},
): Promise<string | null> {
  const mailbox = address.toLowerCase();
  const linkOf = (secret: string) => `${config.appUrl}/me/${secret}`;
  // Of two at once one writes, and the other reads what it wrote.
  for (;;) {
    const page = await findPage(db, mailbox);
    if (!page.has_students || (page.is_revoked === true && !reopen)) return null;
    const { nonce, hash } = newLink(config);
    if (page.id === null) {
      const isMade = await exists(
        db,
        sql`
          insert into personal_pages (mailbox, nonce, hash) values (${mailbox}, ${nonce}, ${hash})
          on conflict on constraint personal_pages_mailbox_unique do nothing
        `,
      );
      if (isMade) return linkOf(secretOf(config, nonce));
      continue;
    }
    const secret = page.is_over || page.is_revoked ? null : storedSecret(config, page);
    if (secret !== null && !page.is_aging) return linkOf(secret);
    const kept = secret === null ? { nonce, hash } : page;
    const isRenewed = await exists(
      db,
      sql`
        update personal_pages
        set nonce = ${kept.nonce}, hash = ${kept.hash}, expires_at = now() + interval '30 days', revoked_at = null,
          old_hash = case when ${secret === null} then null else old_hash end
        where id = ${page.id} and nonce = ${page.nonce} and (revoked_at is null or ${reopen})
      `,
    );
    if (isRenewed) return linkOf(secret ?? secretOf(config, nonce));
  }
}
