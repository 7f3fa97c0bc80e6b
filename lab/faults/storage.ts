// The S3-compatible storage is down, silent, slow, or breaks off in the middle of a file.
import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createStorage } from '../../server/storage/storage.ts';
import { postFile, startBucket } from '../../server/test/bucket.ts';
import { newKey, send, settle, wrongAnswers } from './client.ts';
import { newTally } from './tally.ts';
import type { Tally } from './tally.ts';
import { openWorld } from './world.ts';
import { beginFile, pdf } from './writes.ts';

const answerWithinMs = 20_000;

const troubles = ['down', 'silent', 'slow', 'cut in the middle'] as const;
type Trouble = (typeof troubles)[number];

interface Gate {
  readonly url: string;
  trouble: Trouble | null;
  close(): void;
}

/** A proxy before the storage that causes faults. */
async function openGate(to: number): Promise<Gate> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const { trouble } = gate;
    client.on('error', () => undefined);
    sockets.add(client);
    client.once('close', () => sockets.delete(client));
    if (trouble === 'down') {
      client.resetAndDestroy();
      return;
    }
    if (trouble === 'silent') {
      client.resume();
      return;
    }
    const storage = createConnection(to, '127.0.0.1');
    storage.on('error', () => undefined);
    for (const [from, other] of [
      [client, storage],
      [storage, client],
    ] as const) {
      let passed = 0;
      from.on('data', (bytes) => {
        const pass = () => other.destroyed || other.write(bytes);
        passed += bytes.length;
        if (trouble === 'slow') setTimeout(pass, 700);
        else if (trouble === 'cut in the middle' && passed > 4_000) {
          client.destroy();
          storage.destroy();
        } else pass();
      });
      from.once('close', () => setTimeout(() => other.destroy(), trouble === 'slow' ? 2_000 : 0));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const state: { trouble: Trouble | null } = { trouble: null };
  const gate: Gate = {
    url: `http://127.0.0.1:${port}`,
    get trouble() {
      return state.trouble;
    },
    set trouble(trouble) {
      state.trouble = trouble;
      // Kept connections do not see the new fault, so they are closed.
      for (const socket of sockets) socket.destroy();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return gate;
}

export async function troubleStorage(): Promise<Tally[]> {
  const bucket = await startBucket();
  const gate = await openGate(Number(new URL(bucket.s3.endpoint).port));
  const world = await openWorld({
    servers: 1,
    env: {
      S3_ENDPOINT: gate.url,
      S3_REGION: bucket.s3.region,
      S3_BUCKET: bucket.s3.bucket,
      S3_ACCESS_KEY_ID: bucket.s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.s3.secretAccessKey,
    },
  });
  const storage = createStorage({ dataDir: world.dataDir, secretKey: '', s3: bucket.s3 });
  const tallies: Tally[] = [];
  try {
    const server = world.servers[0]!;
    for (const trouble of troubles) {
      const tally = newTally(`storage ${trouble}`);
      tallies.push(tally);
      for (let n = 0; n < 3; n += 1) {
        const { file_id, upload } = await beginFile(world, pdf);
        const posted = await postFile(upload.url, upload.fields ?? {}, pdf);
        if (!posted.ok) throw new Error(`the storage took no file: ${posted.status}`);
        const sending = { token: world.tokens.own, key: newKey() };
        gate.trouble = trouble;
        const first = await send(server, 'files.finish', { file_id }, sending);
        const health = await fetch(`${server.url}/api/health`).then(({ status }) => status);
        gate.trouble = null;
        const mendedAt = performance.now();
        const { answer, all } = await settle([server], 'files.finish', { file_id }, sending);
        tally.recovered.push(performance.now() - mendedAt);
        tally.runs += 1;
        tally.broken.push(...wrongAnswers([first, ...all]));
        if (first.ms > answerWithinMs)
          tally.broken.push(`answered ${first.status} after ${Math.round(first.ms)} ms`);
        if (first.status === 200 && trouble !== 'slow')
          tally.broken.push('a file was finished without storage');
        if (health !== 200) tally.broken.push(`health answered ${health} for want of a storage`);
        const { rows } = await world.owner.query<{ key: string | null }>(
          'select key from files where id = $1',
          [file_id],
        );
        const kept = await storage.open(rows[0]?.key ?? 'none');
        const bytes = kept === null ? null : await buffer(kept.stream);
        if (answer.status !== 200 || bytes === null || !bytes.equals(pdf)) {
          tally.lost += 1;
          tally.broken.push(`after ${first.status} and ${answer.status} the file is not there`);
        }
      }
    }
    return tallies;
  } finally {
    await world.close();
    gate.close();
    await bucket.stop();
  }
}
