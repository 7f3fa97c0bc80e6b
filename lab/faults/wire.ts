// A proxy between servers and their database that reads PostgreSQL's protocol. It knows which statement begins on which
// connection and when a commit is answered. So a fault can come between any two statements of a transaction, without
// changes to the product.
import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** `hold`: nothing passes on this connection any more, in either direction, until its client goes away. */
export type Verdict = 'pass' | 'hold';

export interface WireConnection {
  /** The process that serves it, once PostgreSQL has named it. */
  backend: number;
  /** Breaks it on both sides. */
  cut(): void;
}

export interface Statement {
  readonly on: WireConnection;
  readonly text: string;
  /** Parameters as text; null for NULL and for binary ones. */
  readonly values: readonly (string | null)[];
}

export interface Wire {
  readonly port: number;
  /** Called before a statement reaches the database. */
  atStatement: (statement: Statement) => Verdict;
  /** Called when the database has committed and nobody has heard of it yet. */
  atCommit: (on: WireConnection) => Verdict;
  /** Connections stay open and new ones are accepted, but nothing arrives until `heal`. */
  blackHole(): void;
  heal(): void;
  cutAll(): void;
  /** The backend processes of the open connections. */
  backends(): number[];
  close(): Promise<void>;
}

/** Opens the wire to the PostgreSQL of a socket folder. */
export async function openWire(socketDir: string): Promise<Wire> {
  const links = new Set<Link>();
  let isDark = false;

  const wire: Omit<Wire, 'port'> = {
    atStatement: () => 'pass',
    atCommit: () => 'pass',
    blackHole() {
      isDark = true;
    },
    heal() {
      isDark = false;
      for (const link of links) link.flush();
    },
    cutAll() {
      for (const link of links) link.cut();
    },
    backends: () => [...links].map(({ backend }) => backend).filter((pid) => pid > 0),
    async close() {
      server.close();
      for (const link of links) link.cut();
    },
  };

  const server = createServer((client) => {
    const link = openLink(client, createConnection(`${socketDir}/.s.PGSQL.5432`), {
      isDark: () => isDark,
      atStatement: (statement) => wire.atStatement(statement),
      atCommit: (on) => wire.atCommit(on),
    });
    links.add(link);
    client.once('close', () => links.delete(link));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(wire, { port });
}

interface Link extends WireConnection {
  flush(): void;
}

interface Watching {
  readonly isDark: () => boolean;
  readonly atStatement: Wire['atStatement'];
  readonly atCommit: Wire['atCommit'];
}

function openLink(client: Socket, database: Socket, watching: Watching): Link {
  let isHeld = false;
  const texts = new Map<string, string>();
  const toDatabase = createReader(true);
  const toClient = createReader(false);
  const waiting: { to: Socket; bytes: Buffer }[] = [];

  const pass = (to: Socket, bytes: Buffer) => {
    if (isHeld) return;
    if (watching.isDark()) waiting.push({ to, bytes });
    else if (!to.destroyed) to.write(bytes);
  };

  const link: Link = {
    backend: 0,
    cut() {
      client.destroy();
      database.destroy();
    },
    flush() {
      for (const { to, bytes } of waiting.splice(0)) pass(to, bytes);
    },
  };

  client.on('data', (bytes) => {
    for (const message of toDatabase.read(asBuffer(bytes))) {
      const statement = statementIn(message, texts);
      if (!isHeld && !watching.isDark() && statement !== null) {
        isHeld = watching.atStatement({ on: link, ...statement }) === 'hold';
      }
      pass(database, message.bytes);
    }
  });
  database.on('data', (bytes) => {
    for (const message of toClient.read(asBuffer(bytes))) {
      if (message.type === 'K') link.backend = message.body.readInt32BE(0);
      const isCommitted = message.type === 'C' && message.body.toString('latin1') === 'COMMIT\0';
      if (isCommitted && !isHeld) isHeld = watching.atCommit(link) === 'hold';
      pass(client, message.bytes);
    }
  });
  for (const [socket, other] of [
    [client, database],
    [database, client],
  ] as const) {
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    // The other side of a cut connection must not hear of its end either.
    socket.on('close', () => {
      if (!(watching.isDark() && socket === database)) other.destroy();
    });
  }
  return link;
}

const asBuffer = (bytes: Buffer | string) => (typeof bytes === 'string' ? Buffer.from(bytes) : bytes);

interface Message {
  /** One letter; empty for the first message of a connection, which has none. */
  readonly type: string;
  readonly body: Buffer;
  readonly bytes: Buffer;
}

/** Splits a stream into the protocol's messages: a letter, a length that includes itself, a body. */
function createReader(isFromClient: boolean) {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = isFromClient;
  return {
    *read(bytes: Buffer): Generator<Message> {
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      for (;;) {
        const at = isFirst ? 0 : 1;
        if (rest.length < at + 4) return;
        const end = at + rest.readInt32BE(at);
        if (rest.length < end) return;
        const message = rest.subarray(0, end);
        const type = isFirst ? '' : String.fromCharCode(message[0] ?? 0);
        isFirst = false;
        rest = rest.subarray(end);
        yield { type, body: message.subarray(at + 4), bytes: message };
      }
    },
  };
}

/** The statement that a message starts, or null. `texts` are the connection's prepared ones. */
function statementIn({ type, body }: Message, texts: Map<string, string>): Omit<Statement, 'on'> | null {
  if (type === 'Q') return { text: upToZero(body, 0), values: [] };
  if (type === 'P') {
    const name = upToZero(body, 0);
    texts.set(name, upToZero(body, Buffer.byteLength(name) + 1));
    return null;
  }
  if (type !== 'B') return null;
  const portal = upToZero(body, 0);
  const name = upToZero(body, Buffer.byteLength(portal) + 1);
  return { text: texts.get(name) ?? '', values: valuesIn(body, Buffer.byteLength(portal + name) + 2) };
}

const upToZero = (body: Buffer, from: number) => body.toString('utf8', from, body.indexOf(0, from));

function valuesIn(body: Buffer, from: number): (string | null)[] {
  const formats = body.readInt16BE(from);
  const isBinary = (n: number) =>
    formats > 0 && body.readInt16BE(from + 2 + 2 * (formats === 1 ? 0 : n)) === 1;
  let at = from + 2 + 2 * formats;
  const count = body.readInt16BE(at);
  at += 2;
  const values: (string | null)[] = [];
  for (let n = 0; n < count; n += 1) {
    const length = body.readInt32BE(at);
    at += 4;
    values.push(length < 0 || isBinary(n) ? null : body.toString('utf8', at, at + length));
    at += Math.max(length, 0);
  }
  return values;
}
