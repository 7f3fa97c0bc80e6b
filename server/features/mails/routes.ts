import type { EventMailKind, MailKind, mails } from '@gurukul/contract/mails';
import { eventMailKinds } from '@gurukul/contract/mails';
import type { Ctx, Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { scope } from '#server/http/identity/scope.ts';
import { eventMail, writeMail } from '#server/channels/mail/templates.ts';
import { sampleStudent, samples } from '#server/channels/mail/templates/samples.ts';
import { composePreview, previewOf } from '#server/channels/mail/compose.ts';
import { layOut } from '#server/channels/mail/message.ts';
import { createSeal } from '#server/seal.ts';
import { noteBounces } from './bounced.ts';
import { listMarked, tryAddress } from './marked.ts';
import type { KeptMail, LoggedMail } from './queries.ts';
import {
  countMails,
  findKept,
  findMails,
  findToldEvent,
  listFailed,
  listMails,
  listUnsent,
  listUnwanted,
} from './queries.ts';

const isEventMail = (kind: MailKind): kind is EventMailKind => eventMailKinds.some((each) => each === kind);

const asRow =
  ({ smtpUrl }: Ctx['config']) =>
  ({ can_retry, is_kept, changes, ...mail }: LoggedMail) => ({
    ...mail,
    ...(changes > 1 ? { changes } : {}),
    can: { retry: can_retry, read: is_kept && smtpUrl === null },
  });

/** Returns the ids. Throws 404 when the caller cannot see one of them. */
async function reachableMails({ db, person }: Ctx, ids: readonly number[]): Promise<readonly number[]> {
  const wanted = [...new Set(ids)];
  const found = await findMails(db, person, wanted);
  if (found.length !== wanted.length) throw fail('not_found');
  return found;
}

async function failedOfEvent({ db, person }: Ctx, eventId: number): Promise<readonly number[]> {
  await scope(db, person).event(eventId);
  return listFailed(db, person, eventId);
}

/** The data of the preview: the event with an invented student, else all invented. */
async function dataFor({ db, person }: Ctx, kind: MailKind, eventId: number | null): Promise<object> {
  if (eventId === null || !isEventMail(kind)) return samples[kind];
  await scope(db, person).event(eventId);
  return eventMail(kind, await findToldEvent(db, eventId), sampleStudent).data;
}

/** A mail sealed with another SECRET_KEY is lost. */
function contentOf({ secretKey }: Ctx['config'], { sealed, dedupe_key }: KeptMail): unknown {
  try {
    return createSeal(secretKey).open(sealed, dedupe_key);
  } catch (cause) {
    throw fail('not_found', { cause });
  }
}

export const mailsHandlers: Handlers<typeof mails> = {
  async get_mails(
    { state, event_id, class_id, student_id, page, pageSize, ...asked },
    { db, person, config },
  ) {
    if (event_id !== null) await scope(db, person).event(event_id);
    if (class_id !== null) await scope(db, person).class(null, class_id);
    if (student_id !== null) await scope(db, person).student(student_id);
    const filter = {
      kind: asked.kind ?? null,
      eventId: event_id,
      classId: class_id,
      studentId: student_id,
      from: asked.from ?? '',
      to: asked.to ?? '',
      search: asked.search ?? '',
    };
    const [data, counts] = await Promise.all([
      listMails(db, person, filter, state, { page, pageSize }),
      countMails(db, person, filter),
    ]);
    const { queued, sent, kept, failed, bounced, withdrawn } = counts;
    return {
      status: 200,
      message: 'success',
      data: data.map(asRow(config)),
      total_count: state === 'all' ? queued + sent + kept + failed + bounced + withdrawn : counts[state],
      has_server: config.smtpUrl !== null,
      counts: {
        queued,
        sent,
        failed,
        withdrawn,
        ...(kept > 0 ? { kept } : {}),
        ...(bounced > 0 ? { bounced } : {}),
      },
    };
  },

  async get_unsent({ student_id }, { db, person }) {
    await scope(db, person).student(student_id);
    const data = await listUnsent(db, person, student_id);
    return { status: 200, message: 'success', data, unwanted: await listUnwanted(db, student_id) };
  },

  async retry_mails(input, ctx) {
    const ids =
      'event_id' in input
        ? await failedOfEvent(ctx, input.event_id)
        : await reachableMails(ctx, input.mail_ids);
    const retried = await ctx.mail.retry(ctx.db, ids);
    return { status: 200, message: 'success', data: { retried, skipped: ids.length - retried } };
  },

  async bounced({ items }, { db, config }) {
    return { status: 200, message: 'success', ...(await noteBounces(db, config, items)) };
  },

  async get_marked({ user_id }, { db, person }) {
    return { status: 200, message: 'success', data: await listMarked(db, person, user_id) };
  },

  async try_address({ user_id, address }, { db, person }) {
    await tryAddress(db, person, user_id, address);
    return { status: 200, message: 'success' };
  },

  async kept_mail({ mail_id }, { db, person, config, provider }) {
    // With a mail server every mail belongs to its recipient alone, also one from before.
    const kept = config.smtpUrl === null ? await findKept(db, person, mail_id) : null;
    if (kept === null) throw fail('not_found');
    const data = contentOf(config, kept);
    const at = new Date(kept.enqueued_at);
    const shown = await composePreview(
      db,
      { ...kept, data },
      { config, at, provider: await provider.read() },
    );
    return { status: 200, message: 'success', data: previewOf(shown) };
  },

  async preview_mail({ kind, event_id }, ctx) {
    if (ctx.person.role !== 'admin' && !isEventMail(kind)) throw fail('not_allowed');
    const data = await dataFor(ctx, kind, event_id);
    const content = writeMail(kind, data, {
      appUrl: ctx.config.appUrl,
      at: new Date(),
      // The invented reader's.
      language: 'en',
      provider: await ctx.provider.read(),
    });
    return { status: 200, message: 'success', data: layOut(content) };
  },
};
