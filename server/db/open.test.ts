import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openDatabase } from './open.ts';

// A wrong setting gives one line that says what to do.

const SECRET_KEY = 'a secret of thirty-two bytes, at least';
const silent = { say: () => undefined, onLost: () => undefined };

const refusalOf = (url: string) =>
  openDatabase({ ...readConfig({ DATABASE_URL: url, SECRET_KEY }), secretKey: SECRET_KEY }, silent).then(
    async ({ pool }) => {
      await pool.end();
      return 'opened';
    },
    (error: Error) => `${error.name}: ${error.message}`,
  );

async function listening(answer: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('a server that is no PostgreSQL, or has no TLS', async () => {
  const web = await listening((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  expect(await refusalOf(`postgres://a:b@127.0.0.1:${web}/x`)).toMatch(
    /^StartError: the database cannot be reached \(.+\)$/,
  );
  const plain = await listening((socket) => socket.end('N'));
  expect(await refusalOf(`postgres://a:b@127.0.0.1:${plain}/x?sslmode=verify-full`)).toBe(
    'StartError: the database cannot be reached (The server does not support SSL connections)',
  );
});

test('a login that may not change the schema', async () => {
  const { owner } = inject('databases');
  const admin = new pg.Client(owner);
  await admin.connect();
  const name = `test_login_${process.pid}`;
  await admin.query(`create database ${name}`);
  await admin.query(`create role ${name} login`);
  onTestFinished(async () => {
    await admin.query(`drop database ${name}`);
    await admin.query(`drop role ${name}`);
    await admin.end();
  });
  const host = encodeURIComponent(owner.host ?? '');
  expect(await refusalOf(`postgres://${name}@localhost/${name}?host=${host}&port=${owner.port}`)).toMatch(
    /^StartError: permission denied for schema public; DATABASE_OWNER_URL must name the owner/,
  );
});

test('a server that takes no changes', async () => {
  const { owner } = inject('databases');
  const host = encodeURIComponent(owner.host ?? '');
  const readOnly = encodeURIComponent('-c default_transaction_read_only=on');
  expect(
    await refusalOf(
      `postgres://${owner.user}@localhost/${owner.database}?host=${host}&port=${owner.port}&options=${readOnly}`,
    ),
  ).toMatch(/^StartError: .*read-only transaction; DATABASE_URL must lead to the primary$/);
});
