import type { Queue } from 'pg-boss';

/** pg-boss's own schema, made by the owner and used by the application. */
export const jobSchema = 'pgboss';

export const mailQueue = 'mail';
export const deadMailQueue = 'mail-dead';

const days = 24 * 60 * 60;

// Tries wait 5 s, then about twice as long each time, at most an hour: twelve of them span two to three hours.
const patience = { retryLimit: 11, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600 };

/** A queue's dead letter queue stands before it. */
export const queues: readonly Queue[] = [
  { name: deadMailQueue, ...patience, retentionSeconds: 90 * days, deleteAfterSeconds: 3600 },
  {
    name: mailQueue,
    ...patience,
    // Whoever works on a job says so twice a minute; the job of a process that died is given to another one.
    heartbeatSeconds: 60,
    // Far more than the few mails of one batch can take.
    expireInSeconds: 900,
    retentionSeconds: 14 * days,
    deleteAfterSeconds: 3600,
    deadLetter: deadMailQueue,
  },
];
