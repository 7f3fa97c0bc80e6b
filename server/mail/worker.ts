import type { Pool } from 'pg';
import type { JobResult, JobWithMetadata } from 'pg-boss';
import * as z from 'zod';
import type { Config } from '../config.ts';
import type { JobLog, Jobs } from '../jobs/open.ts';
import { deadMailQueue, mailQueue } from '../jobs/queues.ts';
import { isMailKind, letters, writeLetter } from './letters.ts';
import type { MailJob } from './mailer.ts';
import { composeMessage, defaultSender, messageIdOf } from './message.ts';
import type { WaitingMail } from './queries.ts';
import { findKind, findWaitingMail, markDead, markSent } from './queries.ts';
import { createSeal } from './seal.ts';
import type { Transport } from './transport.ts';
import { createTransport, isRefusedForGood } from './transport.ts';

export interface MailWorkerOptions {
  readonly config: Pick<Config, 'appUrl' | 'dataDir' | 'mailFrom' | 'secretKey' | 'smtpUrl'>;
  readonly pool: Pool;
  readonly jobs: Jobs;
  readonly log: JobLog;
  readonly transport?: Transport;
  readonly settings?: MailWorkerSettings;
}

export interface MailWorkerSettings {
  /** Letters sent at the same time by this process. */
  readonly atOnce: number;
  /** How long an idle worker waits before it looks again; at least half a second. */
  readonly lookEverySeconds: number;
}

const usualSettings: MailWorkerSettings = { atOnce: 3, lookEverySeconds: 2 };

/** A letter that no further try can deliver. */
class Undeliverable extends Error {}

/**
 * Sends what is enqueued, until the jobs are closed. At least once per key; twice only when the process dies between
 * the mail server's yes and ours, and then both copies carry the same Message-ID.
 */
export async function startMailWorker({
  config,
  pool,
  jobs,
  log,
  transport = createTransport(config),
  settings = usualSettings,
}: MailWorkerOptions): Promise<void> {
  const deliver = createDelivery(config, pool, transport);

  async function sendOne(job: JobWithMetadata<MailJob>): Promise<JobResult> {
    try {
      await deliver(job.data.mail);
      return { id: job.id, status: 'completed' };
    } catch (error) {
      const reason = reasonOf(error);
      const isHopeless = error instanceof Undeliverable || isRefusedForGood(error);
      log.warn({ mail: job.data.mail, attempt: job.retryCount + 1, reason }, 'a mail was not sent');
      return { id: job.id, status: isHopeless ? 'deadletter' : 'failed', output: { reason } };
    }
  }

  const options = { pollingIntervalSeconds: settings.lookEverySeconds, includeMetadata: true } as const;
  for (let n = 0; n < settings.atOnce; n += 1) {
    let worker: string | undefined;
    worker = await jobs.work<MailJob, JobResult[], typeof options & { perJobResults: true }>(
      mailQueue,
      { ...options, perJobResults: true },
      async (batch) => {
        // Where one letter lay there may be more: look again at once when this one is done.
        if (worker !== undefined) jobs.notifyWorker(worker);
        return Promise.all(batch.map(sendOne));
      },
    );
  }
  await jobs.work<MailJob, void, typeof options>(deadMailQueue, options, async (batch) => {
    for (const job of batch) await bury(pool, job);
  });
}

function createDelivery(config: MailWorkerOptions['config'], pool: Pool, transport: Transport) {
  const { appUrl } = config;
  const seal = createSeal(config.secretKey);
  const sender = config.mailFrom ?? defaultSender(appUrl);

  const write = (mail: WaitingMail, date: Date) => {
    if (!isMailKind(mail.kind)) throw new Undeliverable(`this version knows no mail called ${mail.kind}`);
    const { worthSendingMinutes } = letters[mail.kind];
    if (worthSendingMinutes !== null && mail.age_minutes >= worthSendingMinutes) {
      throw new Undeliverable('what it says is no longer valid');
    }
    return writeLetter(mail.kind, seal.open(mail.sealed, mail.dedupe_key), { appUrl, at: date });
  };

  return async (id: number): Promise<void> => {
    const mail = await findWaitingMail(pool, id);
    // Sent by a try that died before it could say so.
    if (mail === null) return;
    const { kind, recipient } = mail;
    const date = new Date(mail.enqueued_at);
    const messageId = messageIdOf(mail.dedupe_key, appUrl);
    const message = composeMessage(write(mail, date), { sender, recipient, messageId, date });
    await transport.send(message, { kind, recipient, messageId, date });
    await markSent(pool, id);
  };
}

/** Every way to fail for good ends here, also a last try whose process died. */
async function bury(pool: Pool, { data, sourceOutput }: JobWithMetadata<MailJob>): Promise<void> {
  const found = await findKind(pool, data.mail);
  if (found === null) return;
  const holdsSecret = !isMailKind(found.kind) || letters[found.kind].worthSendingMinutes !== null;
  await markDead(pool, data.mail, readReason(sourceOutput), { forget: holdsSecret });
}

const longestReason = 500;

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, longestReason);

// Ours is `reason`; the rest are the queue's own words, such as those about an expired lease.
const queueOutput = z.object({
  reason: z.string().optional(),
  message: z.string().optional(),
  value: z.string().optional(),
});

function readReason(output: unknown): string {
  const known = queueOutput.safeParse(output);
  const { reason, message, value } = known.data ?? {};
  return (reason ?? message ?? value ?? 'unknown').slice(0, longestReason);
}
