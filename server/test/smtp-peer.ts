import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';
import type { ReadMail } from './read-mail.ts';
import { readMail } from './read-mail.ts';

export interface Refusal {
  readonly code: number;
  readonly text: string;
}

/** Null accepts. `cut` breaks the connection without an answer, `keep and cut` after accepting the message. */
export type PeerAnswer = Refusal | null | 'cut' | 'keep and cut';

export interface SmtpPeer {
  readonly url: string;
  /** Every message that came in whole, accepted or not. */
  readonly tried: readonly ReadMail[];
  readonly accepted: readonly ReadMail[];
  /** Every recipient that was named. */
  readonly recipients: readonly string[];
  /** The number of connections. */
  readonly connections: number;
  /** The answer to a recipient, or to a message. */
  atRecipient: () => Refusal | null;
  atMessage: (mail: ReadMail) => PeerAnswer | Promise<PeerAnswer>;
  /** Breaks all connections and refuses new ones until it comes up again at the same address. */
  goDown(): Promise<void>;
  comeUp(): Promise<void>;
}

/** A real mail server on this machine for one test. Its certificate, if any, is self-signed. */
export async function smtpPeer(options: { readonly offersTls?: boolean } = {}): Promise<SmtpPeer> {
  const peer = await openSmtpPeer(options);
  onTestFinished(() => peer.goDown());
  return peer;
}

/** The same for callers who stop it themselves. */
export async function openSmtpPeer({ offersTls = false } = {}): Promise<SmtpPeer> {
  const tried: ReadMail[] = [];
  const accepted: ReadMail[] = [];
  const recipients: string[] = [];
  // By the port at the other end: the server says no more about a message's origin.
  const sockets = new Map<number, Socket>();
  let server: SMTPServer | undefined;
  let port = 0;

  const peer = {
    url: '',
    tried,
    accepted,
    recipients,
    connections: 0,
    atRecipient: (): Refusal | null => null,
    atMessage: (_mail: ReadMail): PeerAnswer | Promise<PeerAnswer> => null,

    async goDown() {
      const closing = server;
      server = undefined;
      const closed = new Promise<void>((resolve) =>
        closing === undefined ? resolve() : closing.close(() => resolve()),
      );
      for (const socket of sockets.values()) socket.destroy();
      await closed;
    },

    async comeUp() {
      server = open();
      const listening = server.listen(port, '127.0.0.1');
      listening.on('connection', (socket: Socket) => {
        const { remotePort = 0 } = socket;
        peer.connections += 1;
        sockets.set(remotePort, socket);
        socket.on('close', () => sockets.delete(remotePort));
      });
      await once(listening, 'listening');
      ({ port } = listening.address() as AddressInfo);
    },
  };

  const answer = async (mail: ReadMail, from: number, done: (error: Error | null) => void) => {
    const given = await peer.atMessage(mail);
    if (given === null || given === 'keep and cut') accepted.push(mail);
    if (given === 'cut' || given === 'keep and cut') sockets.get(from)?.destroy();
    else done(asError(given));
  };

  const open = () => {
    const opened = new SMTPServer({
      authOptional: true,
      disabledCommands: offersTls ? ['AUTH'] : ['STARTTLS', 'AUTH'],
      onRcptTo({ address }, _session, done) {
        recipients.push(address);
        done(asError(peer.atRecipient()));
      },
      onData(stream, { remotePort }, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const mail = readMail(Buffer.concat(chunks).toString('latin1'));
          tried.push(mail);
          void answer(mail, remotePort, done);
        });
      },
    });
    opened.on('error', () => undefined);
    return opened;
  };

  await peer.comeUp();
  peer.url = `smtp://127.0.0.1:${port}`;
  return peer;
}

const asError = (refusal: Refusal | null) =>
  refusal === null ? null : Object.assign(new Error(refusal.text), { responseCode: refusal.code });
