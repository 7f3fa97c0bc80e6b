import type { UnwantedMail } from '@gurukul/contract/my-page';
import { portalLanguages } from '@gurukul/contract/provider';
import sql from 'sql-template-tag';
import type { Config } from '#server/config.ts';
import type { RowOf } from '#server/db/columns.ts';
import { mailboxLanguage } from '#server/channels/mail/reader-language.ts';
import { bool, bytes, instant, int, list, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { exists, maybeOne, run } from '#server/db/rows.ts';
import { isMac, macOf } from '#server/derived-key.ts';
import { isSecretOf, isStopSignature } from '#server/channels/mail/my-page-link.ts';
import { codeMinutes, isPageCode, mostTries, newPageCode } from '#server/pages/codes.ts';
import { hashSecret } from '#server/secrets.ts';

/* Links, the devices that may open them, and the codes that devices give. */

/** Days until a device gives a code again. */
const deviceDays = 180;
export const deviceSeconds = deviceDays * 86_400;

const pageRow = row({
  id: int,
  mailbox: text,
  nonce: text,
  is_old_link: bool,
  used_at: instant.nullable(),
  language: oneOf(portalLanguages).nullable(),
  unwanted: list(text),
  is_known_device: bool,
});
export type Page = RowOf<typeof pageRow>;

const deviceHash = (device: string | null) => (device === null ? null : hashSecret(device));

/** The page of a link that is valid, and whether this device may open it; null for any other. */
export async function findPage(
  db: Db,
  config: Pick<Config, 'secretKey'>,
  secret: string,
  device: string | null,
): Promise<Page | null> {
  const page = await maybeOne(
    db,
    pageRow,
    sql`
      select g.id, g.mailbox, g.nonce, g.hash <> ${hashSecret(secret)} as is_old_link, g.used_at, g.language, g.unwanted, exists (
        select from personal_devices d
        where d.page_id = g.id and d.hash = ${deviceHash(device)}
          and d.confirmed_at > now() - make_interval(days => ${deviceDays})
      ) as is_known_device
      from personal_pages g
      where g.revoked_at is null and (
        (g.hash = ${hashSecret(secret)} and g.expires_at > now())
        or (g.old_hash = ${hashSecret(secret)} and g.old_expires_at > now())
      )
    `,
  );
  if (page === null || !(page.is_old_link || isSecretOf(config, page.nonce, secret))) return null;
  return spoken(db, page);
}

/** Until its reader chooses a language, a page has that of the mails that lead to it. */
const spoken = async <P extends Pick<Page, 'language' | 'mailbox'>>(db: Db, page: P): Promise<P> =>
  page.language === null ? { ...page, language: await mailboxLanguage(db, page.mailbox) } : page;

const stopPageRow = row({
  id: int,
  mailbox: text,
  language: oneOf(portalLanguages).nullable(),
  unwanted: list(text),
});
export type StopPage = RowOf<typeof stopPageRow>;

/** The page of an address that stops mails of a topic (`stopLink`); null for any other. It works as long as the page. */
export async function findStopPage(
  db: Db,
  config: Pick<Config, 'secretKey'>,
  { topic, id, signature }: { readonly topic: UnwantedMail; readonly id: number; readonly signature: string },
): Promise<StopPage | null> {
  if (!isStopSignature(config, topic, id, signature)) return null;
  const page = await maybeOne(
    db,
    stopPageRow,
    sql`select g.id, g.mailbox, g.language, g.unwanted from personal_pages g where g.id = ${id}`,
  );
  return page && spoken(db, page);
}

/** Switches the mails of a topic on or off for a mailbox. */
export const setWanted = (db: Db, { id }: Pick<StopPage, 'id'>, topic: UnwantedMail, isWanted: boolean) =>
  run(
    db,
    sql`
      update personal_pages g
      set unwanted = case
        when ${isWanted}::boolean then array_remove(g.unwanted, ${topic}) else array_append(g.unwanted, ${topic})
      end
      where g.id = ${id} and (${topic} = any(g.unwanted)) = ${isWanted}::boolean
    `,
  );

/** A link that is used ends 30 days later. Written once a day. */
export async function noteUse(db: Db, { id, used_at }: Page, now: Date): Promise<void> {
  if (used_at !== null && now.getTime() - Date.parse(used_at) < 86_400_000) return;
  await run(
    db,
    sql`
      update personal_pages
      set used_at = now(), expires_at = now() + interval '30 days',
        old_expires_at = case when old_expires_at > now() then now() + interval '30 days' end
      where id = ${id} and revoked_at is null and expires_at > now()
    `,
  );
}

const codePurpose = 'my page code';

/** A code of six digits, and the secret that the browser which asked for it sends with it. */
export async function makeCode(db: Db, config: Pick<Config, 'secretKey'>, page: Page) {
  const { code, challenge, hash, mac } = newPageCode(config, codePurpose);
  await run(
    db,
    sql`
      insert into personal_codes (page_id, hash, code_hmac, expires_at)
      values (${page.id}, ${hash}, ${mac}, now() + make_interval(mins => ${codeMinutes}))
    `,
  );
  return { code, challenge };
}

const triedRow = row({ id: int, code_hmac: bytes });

/** Takes one of the five tries, and says whether the code is right. A right code is used up. */
export async function isCodeRight(
  db: Db,
  config: Pick<Config, 'secretKey'>,
  page: Page,
  given: { readonly challenge: string; readonly code: string },
): Promise<boolean> {
  const tried = await maybeOne(
    db,
    triedRow,
    sql`
      update personal_codes set tries = tries + 1
      where hash = ${hashSecret(given.challenge)} and page_id = ${page.id} and tries < ${mostTries} and expires_at > now()
      returning id, code_hmac
    `,
  );
  if (tried === null || !isPageCode(config, codePurpose, given, tried.code_hmac)) return false;
  return exists(db, sql`delete from personal_codes where id = ${tried.id}`);
}

/** From now on this device opens the page. */
export const confirmDevice = (db: Db, page: Page, device: string) =>
  run(
    db,
    sql`
      insert into personal_devices (page_id, hash) values (${page.id}, ${hashSecret(device)})
      on conflict on constraint personal_devices_pkey do update set confirmed_at = now()
    `,
  );

export const forgetDevice = (db: Db, page: Page, device: string) =>
  run(db, sql`delete from personal_devices where page_id = ${page.id} and hash = ${hashSecret(device)}`);

const formPurpose = 'my page form';

/** In every form, so that no other site can send one. It belongs to one device and one page. */
export const formToken = (config: Pick<Config, 'secretKey'>, { id }: Page, device: string): string =>
  macOf(config.secretKey, formPurpose, `${id}:${device}`).toString('base64url');

export function isFormToken(
  config: Pick<Config, 'secretKey'>,
  page: Page,
  device: string,
  given: string,
): boolean {
  return isMac(config.secretKey, formPurpose, `${page.id}:${device}`, Buffer.from(given, 'base64url'));
}
