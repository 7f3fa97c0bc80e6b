import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';
import type { ReadMail } from './read-mail.ts';
import { readMail } from './read-mail.ts';

export interface Refusal {
  readonly code: number;
  readonly text: string;
}

export interface SmtpPeer {
  readonly url: string;
  /** Every message that came in whole, accepted or not. */
  readonly tried: readonly ReadMail[];
  readonly accepted: readonly ReadMail[];
  /** Every recipient named to it. */
  readonly recipients: readonly string[];
  /** What it answers to a recipient, or to a message; null accepts. */
  atRecipient: () => Refusal | null;
  atMessage: () => Refusal | null | Promise<Refusal | null>;
}

/** A real mail server on this machine for one test. Its certificate, when it offers one, is of its own making. */
export async function smtpPeer({ offersTls = false } = {}): Promise<SmtpPeer> {
  const tried: ReadMail[] = [];
  const accepted: ReadMail[] = [];
  const recipients: string[] = [];
  const peer = {
    url: '',
    tried,
    accepted,
    recipients,
    atRecipient: (): Refusal | null => null,
    atMessage: (): Refusal | null | Promise<Refusal | null> => null,
  };
  const answer = async (mail: ReadMail, done: (error: Error | null) => void) => {
    const refusal = await peer.atMessage();
    if (refusal === null) accepted.push(mail);
    done(asError(refusal));
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: offersTls ? ['AUTH'] : ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      recipients.push(address);
      done(asError(peer.atRecipient()));
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const mail = readMail(Buffer.concat(chunks).toString('latin1'));
        tried.push(mail);
        void answer(mail, done);
      });
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  peer.url = `smtp://127.0.0.1:${port}`;
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return peer;
}

const asError = (refusal: Refusal | null) =>
  refusal === null ? null : Object.assign(new Error(refusal.text), { responseCode: refusal.code });
