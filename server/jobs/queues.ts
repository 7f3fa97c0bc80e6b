import type { Queue } from 'pg-boss';

/** pg-boss's schema. The owner makes it and the application uses it. */
export const jobSchema = 'pgboss';

export const mailQueue = 'mail';
export const whatsappQueue = 'whatsapp';
export const deadMailQueue = 'mail-dead';
export const pushQueue = 'push';
export const duplicateQueue = 'duplicates';
export const securityLogQueue = 'security-log';
export const retentionQueue = 'retention';

const days = 24 * 60 * 60;

// Retries wait 5 to 10 s, then twice as long each time, at most an hour. The last of twelve tries comes between 2 h 25 min
// and 3 h 25 min after the first.
const patience = { retryLimit: 11, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600 };

const ofMails = {
  ...patience,
  // A worker reports twice a minute. The job of a dead process goes to another one.
  heartbeatSeconds: 60,
  // In seconds: far more than the few mails of one batch take.
  expireInSeconds: 900,
  retentionSeconds: 14 * days,
  deleteAfterSeconds: 3600,
  deadLetter: deadMailQueue,
};

/** A dead letter queue comes before the queue that uses it. */
export const queues: readonly Queue[] = [
  { name: deadMailQueue, ...patience, retentionSeconds: 90 * days, deleteAfterSeconds: 3600 },
  { name: mailQueue, ...ofMails },
  { name: whatsappQueue, ...ofMails },
  {
    name: pushQueue,
    retryLimit: 4,
    retryDelay: 10,
    retryBackoff: true,
    expireInSeconds: 60,
    // In seconds. A finished job stays so long, so that nothing is told twice.
    retentionSeconds: 6 * 3600,
    deleteAfterSeconds: 2 * 3600,
  },
  {
    name: duplicateQueue,
    // A failed search has the next night.
    retryLimit: 2,
    retryDelay: 600,
    expireInSeconds: 900,
    retentionSeconds: 2 * days,
    deleteAfterSeconds: 2 * days,
  },
  {
    name: securityLogQueue,
    // A failed check has the next night.
    retryLimit: 2,
    retryDelay: 600,
    expireInSeconds: 900,
    retentionSeconds: 2 * days,
    deleteAfterSeconds: 2 * days,
  },
  {
    name: retentionQueue,
    // What a failed sweep left waits for the next night.
    retryLimit: 2,
    retryDelay: 600,
    expireInSeconds: 4 * 3600,
    retentionSeconds: 2 * days,
    deleteAfterSeconds: 2 * days,
  },
];
