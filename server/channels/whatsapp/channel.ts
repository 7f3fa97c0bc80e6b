import type { Pool } from 'pg';
import sql from 'sql-template-tag';
import type { Config } from '#server/config.ts';
import { int, row } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import type { Channel } from '#server/channels/mail/channel.ts';
import { Undeliverable } from '#server/channels/mail/channel.ts';
import type { ClaimedMail } from '#server/channels/mail/queries.ts';
import type { MessageMailData } from '#server/channels/mail/templates/message.ts';
import { messageLines } from '#server/channels/mail/templates/message.ts';
import { readSettings } from '#server/provider/settings.ts';
import { sendTemplate } from './cloud-api.ts';
import { listAgreed } from './numbers.ts';
import { referenceOf } from './reference.ts';

const readerRow = row({ student_id: int });

/** Whether the number may still get a text about every student that it names. */
async function isAgreed(pool: Pool, { id, recipient }: ClaimedMail): Promise<boolean> {
  const readers = await many(
    pool,
    readerRow,
    sql`select r.student_id from message_readers r where r.whatsapp_id = ${id}`,
  );
  const agreed = await listAgreed(
    pool,
    readers.map(({ student_id: student }) => student),
  );
  return readers.length > 0 && readers.every(({ student_id: student }) => agreed.get(student) === recipient);
}

/** Texts to people who agreed, through the provider's number. */
export const whatsappChannel = (
  { whatsapp, appUrl }: Pick<Config, 'whatsapp' | 'appUrl'>,
  pool: Pool,
  open: (mail: ClaimedMail) => unknown,
): Channel => ({
  mayRepeat: false,
  async hand(mail) {
    if (whatsapp === null) throw new Undeliverable('WhatsApp is not set up');
    if (mail.kind !== 'message') throw new Undeliverable(`WhatsApp has no template for ${mail.kind}`);
    // Sealed as such.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const data = open(mail) as MessageMailData;
    const parameters = messageLines(data, await readSettings(pool), appUrl);
    // The last look before it leaves: consents end at any time.
    if (!(await isAgreed(pool, mail))) throw new Undeliverable('its reader has not agreed, or no longer');
    await sendTemplate(whatsapp, {
      to: mail.recipient,
      template: whatsapp.templates.message,
      language: data.language,
      parameters,
      reference: referenceOf(mail.id, appUrl),
    });
    return { kept: null, isLinkOnly: false };
  },
});
