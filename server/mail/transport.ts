import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';
import type { Config } from '../config.ts';
import { writeToOutbox } from './outbox.ts';

/** What tells one letter's file from another's. */
export interface Sending {
  readonly kind: string;
  readonly recipient: string;
  readonly messageId: string;
  readonly date: Date;
}

export interface Transport {
  send(message: SendMailOptions, sending: Sending): Promise<void>;
}

const second = 1000;

/** The mail server that the settings name, or files in the data folder. */
export const createTransport = ({ smtpUrl, dataDir }: Pick<Config, 'smtpUrl' | 'dataDir'>): Transport =>
  smtpUrl === null ? outbox(join(dataDir, 'outbox')) : smtp(smtpUrl);

/** `smtps://` is encrypted from the start; `smtp://` as soon as the server offers it, or always with `?requireTLS=true`. */
function smtp(url: string): Transport {
  const transport = nodemailer.createTransport({
    url,
    // Together well below the job's lease.
    dnsTimeout: 10 * second,
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    socketTimeout: 30 * second,
  });
  return {
    async send(message) {
      await transport.sendMail(message);
    },
  };
}

function outbox(folder: string): Transport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(message, sending) {
      const composed = await composer.sendMail(message);
      if (!Buffer.isBuffer(composed.message)) throw new Error('the message was not composed whole');
      await writeToOutbox(folder, sending, composed.message);
    },
  };
}

interface SmtpError {
  readonly responseCode: number;
  readonly command?: string;
}

const isSmtpError = (error: unknown): error is SmtpError =>
  typeof error === 'object' &&
  error !== null &&
  'responseCode' in error &&
  typeof error.responseCode === 'number';

/**
 * Whether trying again cannot help: the server refused this recipient or this message for good. A refused sign-in or
 * sender is the settings' fault and may be mended meanwhile.
 */
export const isRefusedForGood = (error: unknown): boolean =>
  isSmtpError(error) && error.responseCode >= 500 && ['RCPT TO', 'DATA'].includes(error.command ?? '');
