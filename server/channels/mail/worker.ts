import type { Pool } from 'pg';
import type { Db } from '../../db/pool.ts';
import type { JobResult, JobWithMetadata } from 'pg-boss';
import * as z from 'zod';
import type { Config } from '../../config.ts';
import { readSettings } from '../../provider/settings.ts';
import type { JobLog, Jobs } from '../../jobs/open.ts';
import { deadMailQueue, mailQueue, whatsappQueue } from '../../jobs/queues.ts';
import { holdsSecret, isMailKind, isOfDuty, isToStudents, isOver, mayLapse, templates } from './templates.ts';
import { whatsappChannel } from '../whatsapp/channel.ts';
import { traced } from '../../tracing/tracing.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import type { Channel, Handed } from './channel.ts';
import { SendFailure, Undeliverable } from './channel.ts';
import type { MailJob } from './mailer.ts';
import { compose } from './compose.ts';
import { composeMessage, defaultSender, messageIdOf } from './message.ts';
import type { ReadLogo } from './message.ts';
import { createPace } from './pace.ts';
import type { ClaimedMail, JoinedMail, MailTurn } from './queries.ts';
import {
  claimJoined,
  claimMail,
  endCalledBack,
  findKind,
  markDead,
  markSent,
  noteFailure,
  releaseJoined,
  waitsForCarrier,
  withdrawMail,
} from './queries.ts';
import { createSeal } from '../../seal.ts';
import type { ReportFile, ReportMailData } from './templates/report.ts';
import { refreshed } from './still-true.ts';
import type { Transport } from './transport.ts';
import type { MeetingMailData } from './templates/meeting-change.ts';
import { joinedChanges } from './templates/meeting-change.ts';
import type { EventMailData } from './templates/event.ts';
import { joinedEvents } from './templates/event.ts';
import { createTransport } from './transport.ts';

/** Reads the rows that the receiver may see; null when they get nothing any more. */
type ReadReport = (db: Db, data: ReportMailData) => Promise<ReportFile | null>;

export interface MailWorkerOptions {
  readonly config: Pick<Config, 'appUrl' | 'dataDir' | 'mailFrom' | 'secretKey' | 'smtpUrl' | 'whatsapp'>;
  readonly pool: Pool;
  readonly jobs: Jobs;
  readonly log: JobLog;
  readonly transport?: Transport;
  /** Makes the files of reports. Absent: this process sends none. */
  readonly readReport?: ReadReport;
  /** Absent: its receipts have no logo. */
  readonly readLogo?: ReadLogo;
  readonly settings?: MailWorkerSettings;
  readonly tracing?: Tracing | null;
}

export interface MailWorkerSettings {
  /** Mails that this process sends at the same time. */
  readonly atOnce: number;
  /** In seconds: how long an idle worker waits before it looks again; at least half a second. */
  readonly lookEverySeconds: number;
  /** Most mails begun in a second. Absent: without limit. */
  readonly perSecond?: number;
}

export const usualSettings = {
  atOnce: 3,
  lookEverySeconds: 2,
  perSecond: 30,
} as const satisfies MailWorkerSettings;

/** Jobs taken at once, which saves most of the queue's own work. On stopping, they are sent first. */
const batchSize = 5;

/** Between looks whether the younger mail, which carries this one, has left. */
const secondsBetweenLooks = 60;

/** What it says is no longer so. Nothing has failed. */
class Unneeded extends Error {}

/**
 * Sends queued mails until the jobs are closed. At least once per key. Twice only when the process dies or the
 * connection breaks before the server's confirmation is noted; both copies then have the same Message-ID. A text for
 * WhatsApp leaves at most once.
 */
export async function startMailWorker({
  config,
  pool,
  jobs,
  log,
  settings = usualSettings,
  transport = createTransport(config, settings),
  readReport = async () => null,
  readLogo = async () => null,
  tracing = null,
}: MailWorkerOptions): Promise<void> {
  const deliver = createDelivery(config, pool, jobs, { transport, readReport, readLogo }, tracing);
  const pace = createPace(settings.perSecond);

  async function sendOne(job: JobWithMetadata<MailJob>): Promise<JobResult> {
    const turn = turnOf(job);
    try {
      await pace();
      await deliver(turn);
      return { id: job.id, status: 'completed' };
    } catch (error) {
      const reason = reasonOf(error);
      const isHere = !(error instanceof SendFailure) || error.isHere;
      const isHopeless = error instanceof Undeliverable || (error instanceof SendFailure && error.isForGood);
      log.warn({ mail: turn.mail, attempt: job.retryCount + 1, reason }, 'a mail was not sent');
      await noteFailure(pool, turn, reason, { isHere }).catch((err: unknown) =>
        log.warn({ mail: turn.mail, err }, 'why a mail was not sent could not be noted'),
      );
      const forget = error instanceof Undeliverable;
      return { id: job.id, status: isHopeless ? 'deadletter' : 'failed', output: { reason, forget } };
    }
  }

  const traceOne = (tracing: Tracing, job: JobWithMetadata<MailJob>) =>
    traced(
      tracing,
      'send a mail',
      { kind: 'here', askedBy: job.data.askedBy, facts: { 'gurukul.attempt': job.retryCount + 1 } },
      async (span) => {
        const result = await sendOne(job);
        if (result.status !== 'completed') span.fail(result.status);
        return result;
      },
    );

  const options = {
    pollingIntervalSeconds: settings.lookEverySeconds,
    includeMetadata: true,
    perJobResults: true,
    batchSize,
  } as const;
  // The one that is slow must not keep the other waiting.
  for (const queue of [...Array<string>(settings.atOnce).fill(mailQueue), whatsappQueue]) {
    let worker: string | undefined;
    worker = await jobs.work<MailJob, JobResult[], typeof options>(queue, options, async (batch) => {
      // There may be more mails, so the worker looks again as soon as these are done.
      if (worker !== undefined) jobs.notifyWorker(worker);
      const results: JobResult[] = [];
      for (const job of batch) results.push(await (tracing ? traceOne(tracing, job) : sendOne(job)));
      return results;
    });
  }
  const deadOptions = { pollingIntervalSeconds: settings.lookEverySeconds, includeMetadata: true } as const;
  await jobs.work<MailJob, void, typeof deadOptions>(deadMailQueue, deadOptions, async (batch) => {
    for (const job of batch) await bury(pool, job);
  });
  jobs.once('stopped', () => transport.close());
}

// Jobs from before there were rounds belong to the first.
const turnOf = ({ data }: JobWithMetadata<MailJob>): MailTurn => ({
  mail: data.mail,
  round: data.round ?? 0,
});

interface MailOut {
  readonly transport: Transport;
  readonly readReport: ReadReport;
  readonly readLogo: ReadLogo;
}

function createDelivery(
  config: MailWorkerOptions['config'],
  pool: Pool,
  jobs: Jobs,
  out: MailOut,
  tracing: Tracing | null,
) {
  const seal = createSeal(config.secretKey);

  const contentOf = ({ sealed, dedupe_key }: Pick<JoinedMail, 'sealed' | 'dedupe_key'>): unknown => {
    try {
      return seal.open(sealed, dedupe_key);
    } catch (cause) {
      throw new Error("it cannot be read, since the portal's SECRET_KEY has changed since it was written", {
        cause,
      });
    }
  };

  /** What the mail says together with those that it carries. */
  const withJoined = (mail: ClaimedMail, joined: readonly JoinedMail[]): ClaimedMail => {
    if (joined.length === 0) return mail;
    const contents = [...joined, mail].map(contentOf);
    const content =
      mail.kind === 'meeting_change'
        ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as they were sealed
          joinedChanges(contents as MeetingMailData[])
        : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as they were sealed
          joinedEvents(contents as EventMailData[]);
    return { ...mail, sealed: seal.close(content, mail.dedupe_key) };
  };

  const channels: Readonly<Record<ClaimedMail['channel'], Channel>> = {
    mail: mailChannel(config, pool, out, contentOf),
    whatsapp: whatsappChannel(config, pool, contentOf),
  };

  return async (turn: MailTurn): Promise<void> => {
    const mail = await claimMail(pool, turn);
    if (mail === null && (await waitsForCarrier(pool, turn))) {
      await jobs.send(mailQueue, turn, { startAfter: secondsBetweenLooks });
      return;
    }
    if (mail === null) {
      // It was sent by an attempt that died before noting it, withdrawn, or withdrawn while that attempt had it.
      await endCalledBack(pool, turn);
      return;
    }
    const isForStudent = mail.is_to_student && isToStudents(mail.kind);
    if (mail.is_of_absent || (mail.is_to_absent && isOfDuty(mail.kind) && !isForStudent)) {
      await withdrawMail(pool, turn, mail.may_have_left);
      return;
    }
    const channel = channels[mail.channel];
    if (mail.may_have_left && !channel.mayRepeat) {
      throw new SendFailure('the portal was interrupted: it may have left', {
        isHere: false,
        isForGood: true,
      });
    }
    tracing?.current?.note({ 'gurukul.mail': mail.kind });
    const joined = await claimJoined(pool, mail);
    const hand = async () => channel.hand(withJoined(mail, joined));
    const handed = tracing ? traced(tracing, 'hand to the mail server', { kind: 'asked' }, hand) : hand();
    let left: Handed;
    try {
      left = await handed;
    } catch (error) {
      if (!(error instanceof SendFailure) || error.isHere) await releaseJoined(pool, joined);
      if (error instanceof Unneeded) {
        for (const one of joined)
          await withdrawMail(pool, { mail: one.id, round: one.round }, one.may_have_left);
        await withdrawMail(pool, turn, mail.may_have_left);
        return;
      }
      // A refusal now does not exclude that an earlier attempt delivered it.
      if (!(error instanceof SendFailure && mail.may_have_left)) throw error;
      throw new SendFailure(error, { isHere: false, isForGood: error.isForGood });
    }
    const { kept, isLinkOnly } = left;
    const content = kept === null || joined.length === 0 ? null : seal.open(kept, mail.dedupe_key);
    await markSent(pool, [
      { id: mail.id, kept, isLinkOnly },
      ...joined.map(({ id, dedupe_key }) => ({
        id,
        carriedBy: mail.id,
        kept: content === null ? null : seal.close(content, dedupe_key),
      })),
    ]);
  };
}

/** Mails through the mail server of the settings, or into the outbox. */
function mailChannel(
  config: MailWorkerOptions['config'],
  pool: Pool,
  { transport, readReport, readLogo }: MailOut,
  contentOf: (mail: ClaimedMail) => unknown,
): Channel {
  const { appUrl } = config;
  const seal = createSeal(config.secretKey);
  const sender = config.mailFrom ?? defaultSender(appUrl);
  const host = new URL(appUrl).hostname;

  /** The rows are those of the moment at which it leaves. */
  const withFile = async (data: unknown) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as it was sealed
    const report = data as ReportMailData;
    const made = await readReport(pool, report);
    return made === null ? null : { ...report, made };
  };

  const write = async (mail: ClaimedMail, date: Date) => {
    if (!isMailKind(mail.kind)) throw new Undeliverable(`this version knows no mail called ${mail.kind}`);
    const { worthSendingMinutes } = templates[mail.kind];
    if (worthSendingMinutes !== null && mail.age_minutes >= worthSendingMinutes) {
      throw new Undeliverable('what it says is no longer valid');
    }
    const data = contentOf(mail);
    if (isOver(mail.kind, data, new Date())) throw new Undeliverable('what it is about is over');
    const now = mail.kind === 'report' ? await withFile(data) : await refreshed(mail.kind, pool, data);
    if (now === null) {
      const Reason = mayLapse(mail.kind) ? Unneeded : Undeliverable;
      throw new Reason('what it is about is settled');
    }
    // As the provider and the reader are now, not as they were when the mail was requested.
    const letter = { kind: mail.kind, data: now, recipient: mail.recipient, person_id: mail.person_id };
    const composed = await compose(pool, letter, { config, at: date, provider: await readSettings(pool) });
    if (mail.kind === 'my_page_link' && composed.myPage === null) {
      throw new Undeliverable('the page that it leads to is revoked, or shows nobody');
    }
    return composed;
  };

  /** What left, for people who read the outbox. A report's file is made anew, and so is not stored. */
  const keep = ({ kind, sealed, dedupe_key }: ClaimedMail, data: unknown) =>
    kind === 'report' ? sealed : seal.close(data, dedupe_key);

  return {
    mayRepeat: true,
    async hand(mail) {
      const { kind, recipient } = mail;
      const date = new Date(mail.enqueued_at);
      const messageId = messageIdOf(mail.dedupe_key, appUrl);
      const { mail: content, data, isLinkOnly } = await write(mail, date);
      const addressed = { sender, recipient, messageId, date, host, readLogo };
      const message = await composeMessage(content, addressed);
      await transport.send(message, { kind, recipient, messageId, date });
      return { kept: transport.keeps ? keep(mail, data) : null, isLinkOnly };
    },
  };
}

/** Every final failure ends here, also a last attempt whose process died. */
async function bury(pool: Pool, job: JobWithMetadata<MailJob>): Promise<void> {
  const turn = turnOf(job);
  const found = await findKind(pool, turn);
  if (found === null) return;
  const { reason, forget } = readOutput(job.sourceOutput);
  await markDead(pool, turn, reason, { forget: forget || holdsSecret(found.kind) });
}

const longestReason = 500;

/** A mail server's answer may have several lines and any characters, NUL among them. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, longestReason)
    .toWellFormed();

// `reason` and `forget` are ours. The rest are the queue's own, such as those about an expired lease.
const queueOutput = z.object({
  reason: z.string().optional(),
  forget: z.boolean().optional(),
  message: z.string().optional(),
  value: z.string().optional(),
});

function readOutput(output: unknown): { reason: string; forget: boolean } {
  const known = queueOutput.safeParse(output);
  const { reason, forget = false, message, value } = known.data ?? {};
  return { reason: (reason ?? message ?? value ?? 'unknown').slice(0, longestReason), forget };
}
