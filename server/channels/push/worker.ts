import { nameOfProvider } from '@gurukul/contract/provider';
import type { Pushed } from '@gurukul/contract/push';
import type { Pool } from 'pg';
import type { Config } from '#server/config.ts';
import type { JobLog, Jobs } from '#server/jobs/open.ts';
import { pushQueue } from '#server/jobs/queues.ts';
import { defaultSender } from '#server/channels/mail/message.ts';
import { readSettings } from '#server/provider/settings.ts';
import { endDevice, findDevice } from './devices.ts';
import { createPushPair } from './key-pair.ts';
import type { PushJob } from './pusher.ts';
import { sendPush } from './send.ts';
import { pushTexts } from './texts.ts';

export interface PushWorkerOptions {
  readonly config: Pick<Config, 'appUrl' | 'mailFrom' | 'secretKey' | 'calendarNetworks'>;
  readonly pool: Pool;
  readonly jobs: Jobs;
  readonly log: JobLog;
}

/** Tells devices what was asked for, until the jobs are closed. A try that fails comes again a few times. */
export async function startPushWorker({ config, pool, jobs, log }: PushWorkerOptions): Promise<void> {
  const pairOf = createPushPair(pool, config.secretKey);
  const subject = `mailto:${config.mailFrom ?? defaultSender(config.appUrl)}`;

  async function tell({ device: id, kind, place, path }: PushJob): Promise<void> {
    const device = await findDevice(pool, config.secretKey, id);
    if (device === null) return;
    const title = nameOfProvider(await readSettings(pool));
    const pushed: Pushed = {
      title,
      body: pushTexts(device.language)[kind]({ place }),
      path,
      tag: `${kind} ${path}`,
    };
    const sender = { pair: await pairOf(), subject, networks: config.calendarNetworks };
    if (!(await sendPush(sender, device.address, pushed))) await endDevice(pool, device);
  }

  await jobs.work<PushJob>(pushQueue, { pollingIntervalSeconds: 2, batchSize: 1 }, async ([job]) => {
    if (job === undefined) return;
    try {
      await tell(job.data);
    } catch (error) {
      // The address of the device is a secret of its own.
      const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
      log.warn({ device: job.data.device, reason }, 'a notification was not sent');
      throw new Error('not sent', { cause: error });
    }
  });
}
