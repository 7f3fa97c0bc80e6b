import { hash } from 'node:crypto';
import type pg from 'pg';
import { inTransaction } from '#server/db/tx.ts';
import type { Look } from '#server/jobs/look-in-background.ts';
import type { JobLog } from '#server/jobs/open.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { unwritten } from '#server/channels/mail/queries.ts';
import { isReminderDue, longestAhead, nextReminder } from '#server/channels/mail/reminder-times.ts';
import { listStarts, readReminders } from '#server/channels/mail/reminders.ts';
import type { Reminder, Start, ReminderOrder } from '#server/channels/mail/reminders.ts';
import type { Mail } from '#server/channels/mail/templates.ts';

/*
 * Writes the mails that remind of meetings and events. Each look reads what starts soon and writes what is due and was
 * not written before. A mail's key says meeting, start, kind and mailbox, so several processes write each once, a move
 * has new mails, and what was canceled has none. See docs/decisions/0070.
 */

const minute = 60_000;
const looksEveryMs = minute;
/**
 * What starts soon is read that often. In between, a look without anything due costs nothing: what is gone by then is
 * found with its readers, and what is new has five minutes before its first reminder can be late.
 */
const startsEveryMs = 5 * minute;
/** The readers of a start are read again at least that often, because somebody may have come in between. */
const againAfter = { day: 60 * minute, hour: 30 * minute } as const;
/** Starts of one transaction, so that it stays short. */
const startsAtOnce = 20;

const nameOf = ({ slot_id, on_date, is_extra, event_id, starts_at, which }: ReminderOrder): string =>
  [
    which,
    event_id === null ? `${slot_id}:${on_date}${is_extra ? 'x' : ''}` : `event:${event_id}`,
    starts_at,
  ].join(':');

const keyOf = ({ wanted, data }: Reminder): string =>
  `reminder:${nameOf(wanted)}:${hash('sha256', data.mailbox, 'hex').slice(0, 32)}`;

const mailOf = (reminder: Reminder): Mail => {
  const { wanted, course_id, to, data } = reminder;
  const mail = {
    to: to.email_id,
    dedupeKey: keyOf(reminder),
    ...(course_id !== null && { course_id }),
    person_id: to.person_id,
    data,
  };
  return wanted.event_id === null
    ? { kind: 'meeting_reminder', ...mail }
    : { kind: 'event_reminder', ...mail, event_id: wanted.event_id };
};

const wantedOf = ({ reminders, ...start }: Start, now: Date): ReminderOrder[] =>
  reminders
    .filter((which) => {
      const left = Date.parse(start.starts_at) - now.getTime();
      return left > 0 && left < longestAhead[which];
    })
    .map((which) => ({ ...start, which }));

/** When the readers of a start are next read: as soon as the next one's time comes, and after a while. */
function nextOf({ which, starts_at }: ReminderOrder, reminders: readonly Reminder[], now: Date): number {
  const later = reminders
    .map(({ data }) => nextReminder(which, new Date(starts_at), data.timezone, now).getTime())
    .filter((next) => next > now.getTime());
  return Math.min(...later, now.getTime() + againAfter[which]);
}

/** A function that does one look and returns the number of new mails. Without a moment it is now. */
export function createReminderLook(
  pool: pg.Pool,
  mailer: Mailer,
  log: JobLog,
): (now?: Date) => Promise<number> {
  /** By the name of a start: before that moment nobody's time comes. Only to save looks; the keys decide. */
  let restUntil = new Map<string, number>();
  let starts: { readonly at: number; readonly list: readonly Start[] } = { at: -Infinity, list: [] };

  const writeSome = (some: readonly ReminderOrder[], now: Date) =>
    inTransaction(pool, async (tx) => {
      const reminders = await readReminders(tx, some);
      const due = reminders.filter(({ data }) =>
        isReminderDue(data.which, new Date(data.starts_at), data.timezone, now),
      );
      const added = await mailer.enqueueMany(tx, (await unwritten(tx, due, keyOf)).map(mailOf));
      return { added, reminders };
    });

  return async (now = new Date()) => {
    if (now.getTime() - starts.at >= startsEveryMs) {
      starts = { at: now.getTime(), list: await listStarts(pool, now) };
    }
    const all = starts.list.flatMap((start) => wantedOf(start, now));
    const rests = new Map(
      all.flatMap((wanted) => {
        const until = restUntil.get(nameOf(wanted));
        return until === undefined ? [] : [[nameOf(wanted), until] as const];
      }),
    );
    // What is gone for now, such as a canceled meeting, is forgotten: when it is back, its readers are read at once.
    restUntil = rests;
    const awake = all.filter((wanted) => (rests.get(nameOf(wanted)) ?? 0) <= now.getTime());
    let added = 0;
    for (let first = 0; first < awake.length; first += startsAtOnce) {
      const some = awake.slice(first, first + startsAtOnce);
      try {
        const written = await writeSome(some, now);
        added += written.added;
        const ofStart = Map.groupBy(written.reminders, ({ wanted }) => nameOf(wanted));
        for (const wanted of some) {
          rests.set(nameOf(wanted), nextOf(wanted, ofStart.get(nameOf(wanted)) ?? [], now));
        }
      } catch (error) {
        log.warn({ err: error }, 'reminders could not be written');
      }
    }
    return added;
  };
}

/** For reminders that are due. */
export function reminderLook(pool: pg.Pool, mailer: Mailer, log: JobLog): Look {
  const look = createReminderLook(pool, mailer, log);
  return { look: () => look(), everyMs: looksEveryMs, failure: 'no look for reminders that are due' };
}
