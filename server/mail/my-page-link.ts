import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { UnwantedMail } from '@gurukul/contract/my-page';
import { derivedKey } from '#server/derived-key.ts';
import sql from 'sql-template-tag';
import type { Config } from '../config.ts';
import { bool, bytes, int, joined, row, text } from '../db/columns.ts';
import type { Db } from '../db/pool.ts';
import { exists, maybeOne, one } from '../db/rows.ts';
import { studentsBehind } from './behind.ts';
import type { StopLink } from './templates/content.ts';

type Secret = Pick<Config, 'secretKey'>;

/** The secret of a link: 256 bits. The database has the nonce and a hash of the secret, and cannot make one of them. */
export const secretOf = (config: Secret, nonce: string): string =>
  createHmac('sha256', derivedKey(config.secretKey, 'my page link')).update(nonce).digest('base64url');

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const signatureOf = (config: Secret, topic: string, pageId: number): string =>
  createHmac('sha256', derivedKey(config.secretKey, 'stop mails'))
    .update(`${topic}:${pageId}`)
    .digest('base64url');

export const isStopSignature = (config: Secret, topic: string, pageId: number, given: string): boolean =>
  timingSafeEqual(hashOf(signatureOf(config, topic, pageId)), hashOf(given));

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

const foundRow = joined(
  { id: int, nonce: text, hash: bytes, is_over: bool, is_revoked: bool, is_aging: bool },
  { has_students: bool },
);

/**
 * The link of a mailbox's page, the same in every mail until it ends or is revoked; null when nobody whom its reader may
 * see is behind the mailbox, or the office has revoked it. Each mail renews it for 30 days. `reopen`: the office gives
 * it out again.
 */
export async function myPageLink(
  db: Db,
  config: Pick<Config, 'appUrl' | 'secretKey'>,
  address: string,
  { reopen = false } = {},
): Promise<string | null> {
  const mailbox = address.toLowerCase();
  const linkOf = (nonce: string) => `${config.appUrl}/me/${secretOf(config, nonce)}`;
  // Of two at once one writes, and the other reads what it wrote.
  for (;;) {
    const page = await one(
      db,
      foundRow,
      sql`
        select g.id, g.nonce, g.hash, g.expires_at <= now() as is_over, case when g.id is not null then g.revoked_at is not null end as is_revoked,
          g.expires_at < now() + interval '29 days' as is_aging,
          exists (${studentsBehind(sql`${mailbox}`)}) as has_students
        from (select) nothing
        left join personal_pages g on g.mailbox = ${mailbox}
      `,
    );
    if (!page.has_students || (page.is_revoked === true && !reopen)) return null;
    const nonce = randomBytes(16).toString('base64url');
    const hash = hashOf(secretOf(config, nonce));
    if (page.id === null) {
      const isMade = await exists(
        db,
        sql`
          insert into personal_pages (mailbox, nonce, hash) values (${mailbox}, ${nonce}, ${hash})
          on conflict on constraint personal_pages_mailbox_unique do nothing
        `,
      );
      if (isMade) return linkOf(nonce);
      continue;
    }
    // With another SECRET_KEY the old links are void too.
    const isDead = page.is_over || page.is_revoked || !page.hash.equals(hashOf(secretOf(config, page.nonce)));
    if (!isDead && !page.is_aging) return linkOf(page.nonce);
    const kept = isDead ? { nonce, hash } : { nonce: page.nonce, hash: page.hash };
    const isRenewed = await exists(
      db,
      sql`
        update personal_pages
        set nonce = ${kept.nonce}, hash = ${kept.hash}, expires_at = now() + interval '30 days', revoked_at = null
        where id = ${page.id} and nonce = ${page.nonce} and (revoked_at is null or ${reopen})
      `,
    );
    if (isRenewed) return linkOf(kept.nonce);
  }
}
