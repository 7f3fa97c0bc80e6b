import { join } from 'node:path';
import type { Readable } from 'node:stream';
import nodemailer from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';
import type { Config } from '../../config.ts';
import { isLoopback } from '../../config.ts';
import { SendFailure } from './channel.ts';
import { writeToOutbox } from './outbox.ts';

/** The parts of the name of a mail's file. */
export interface Sending {
  readonly kind: string;
  readonly recipient: string;
  readonly messageId: string;
  readonly date: Date;
}

export interface Transport {
  /** True when its mails stay in the outbox. */
  readonly keeps: boolean;
  /** Throws a `SendFailure` when the mail was not, or perhaps not, delivered. */
  send(message: SendMailOptions, sending: Sending): Promise<void>;
  close(): void;
}

const second = 1000;

/** In milliseconds: the limit for one mail, also with a very slow server, far below its job's lease. */
const longestSend = 60 * second;

/**
 * Sends through the mail server of the settings, or writes files into the data folder. `atOnce` is the number of
 * connections to the server.
 */
export const createTransport = (
  { smtpUrl, dataDir }: Pick<Config, 'smtpUrl' | 'dataDir'>,
  { atOnce }: { readonly atOnce: number },
): Transport => (smtpUrl === null ? outbox(join(dataDir, 'outbox')) : smtp(smtpUrl, atOnce));

/**
 * Says whether the connection must be encrypted. `smtps://` is encrypted from the start. `smtp://` must be encrypted
 * before a mail or a password is sent, unless `?requireTLS=false` is set. To this machine and without a password,
 * encryption is optional, because nothing crosses a network.
 */
export function hasToEncrypt(url: string): boolean {
  const { protocol, hostname, username, searchParams } = new URL(url);
  if (protocol !== 'smtp:' || searchParams.has('requireTLS')) return false;
  return username !== '' || !isLoopback(hostname);
}

function smtp(url: string, atOnce: number): Transport {
  const transport = nodemailer.createTransport({
    url,
    ...(hasToEncrypt(url) ? { requireTLS: true } : {}),
    // Greeting and encryption cost more than a mail, so connections are used for many.
    pool: true,
    maxConnections: atOnce,
    idleTimeout: 30 * second,
    // The library replaces a connection that the server ended while it was idle. Other failures are retried by the
    // worker.
    maxRequeues: 1,
    dnsTimeout: 10 * second,
    connectionTimeout: 10 * second,
    // Servers that suspect strangers let them wait for it.
    greetingTimeout: 30 * second,
    socketTimeout: 30 * second,
  });
  // The bytes sent for each mail under way. Before the first byte nothing can have arrived.
  const streams = new WeakMap<AbortSignal, Readable[]>();
  transport.use('stream', ({ data: { signal }, message }, done) => {
    const create = message.createReadStream.bind(message);
    message.createReadStream = (options) => {
      const stream = create(options);
      if (signal) streams.set(signal, [...(streams.get(signal) ?? []), stream]);
      return stream;
    };
    done();
  });
  return {
    keeps: false,
    async send(message) {
      const deadline = new AbortController();
      const { signal } = deadline;
      const timer = setTimeout(() => deadline.abort(new Error('the mail server took too long')), longestSend);
      try {
        await transport.sendMail({ ...message, signal });
      } catch (error) {
        const hasBegun = streams.get(signal)?.some(({ readableDidRead }) => readableDidRead) ?? false;
        throw new SendFailure(error, {
          isHere: isRefusal(error) || !hasBegun,
          isForGood: isRefusal(error) && isForGood(error),
        });
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => transport.close(),
  };
}

function outbox(folder: string): Transport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    keeps: true,
    async send(message, sending) {
      const composed = await composer.sendMail(message);
      if (!Buffer.isBuffer(composed.message)) throw new Error('the message was not composed whole');
      await writeToOutbox(folder, sending, composed.message);
    },
    close: () => undefined,
  };
}

interface Refusal {
  readonly responseCode: number;
  readonly command?: string;
}

/** The server answered with a refusal. */
const isRefusal = (error: unknown): error is Refusal =>
  typeof error === 'object' &&
  error !== null &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 400;

/**
 * The server refused this recipient or this message for good. A refused sign-in or sender is a fault of the settings,
 * which may be corrected meanwhile.
 */
const isForGood = ({ responseCode, command = '' }: Refusal): boolean =>
  responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
