import type { EventLetterKind, LetterKind, mails } from '@gurukul/contract/mails';
import { eventLetterKinds } from '@gurukul/contract/mails';
import type { Ctx, Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/problem.ts';
import { scope } from '#server/http/scope.ts';
import { eventMail, writeLetter } from '#server/mail/letters.ts';
import { sampleStudent, samples } from '#server/mail/letters/samples.ts';
import { layOut } from '#server/mail/message.ts';
import type { LoggedMail } from './queries.ts';
import { countMails, findMails, findToldEvent, listFailed, listMails } from './queries.ts';

const isEventLetter = (kind: LetterKind): kind is EventLetterKind =>
  eventLetterKinds.some((each) => each === kind);

const asRow = ({ can_retry, ...mail }: LoggedMail) => ({ ...mail, can: { retry: can_retry } });

/** Their numbers, or 404 when there is one that the caller cannot see. */
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

/** What the letter would say: of an event, to an invented student; else all of it is invented. */
async function dataFor({ db, person }: Ctx, kind: LetterKind, eventId: number | null): Promise<object> {
  if (eventId === null || !isEventLetter(kind)) return samples[kind];
  await scope(db, person).event(eventId);
  return eventMail(kind, await findToldEvent(db, eventId), sampleStudent).data;
}

export const mailsHandlers: Handlers<typeof mails> = {
  async get_mails({ state, kind, event_id, search, page, pageSize }, { db, person }) {
    if (event_id !== null) await scope(db, person).event(event_id);
    const filter = { kind: kind ?? null, eventId: event_id, search: search ?? '' };
    const [data, counts] = await Promise.all([
      listMails(db, person, filter, state, { page, pageSize }),
      countMails(db, person, filter),
    ]);
    const { queued, sent, failed, withdrawn } = counts;
    return {
      status: 200,
      message: 'success',
      data: data.map(asRow),
      total_count: state === 'all' ? queued + sent + failed + withdrawn : counts[state],
      counts,
    };
  },

  async retry_mails(input, ctx) {
    const ids =
      'event_id' in input
        ? await failedOfEvent(ctx, input.event_id)
        : await reachableMails(ctx, input.mail_ids);
    const retried = await ctx.mail.retry(ctx.db, ids);
    return { status: 200, message: 'success', data: { retried, skipped: ids.length - retried } };
  },

  async preview_letter({ kind, event_id }, ctx) {
    if (ctx.person.role !== 'admin' && !isEventLetter(kind)) throw fail('not_allowed');
    const data = await dataFor(ctx, kind, event_id);
    const letter = writeLetter(kind, data, { appUrl: ctx.config.appUrl, at: new Date() });
    return { status: 200, message: 'success', data: layOut(letter) };
  },
};
