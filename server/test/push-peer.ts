import { execFileSync } from 'node:child_process';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** What a browser got. */
export interface PushMessage {
  readonly browser: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read it freely
  readonly said: any;
  readonly ttl: string | undefined;
  /** Whom the push service would write to. */
  readonly subject: string;
}

export interface Browser {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushPeer {
  readonly told: PushMessage[];
  /** What came in and could not be read, or was not signed. */
  readonly faults: string[];
  /** The status of the next answers; 201 takes it. */
  status: number;
  /** A browser with keys of its own, which trusts the portal with this key. */
  browser(name: string, portalKey: string): Browser;
  close(): Promise<void>;
}

const base64url = (bytes: Buffer) => bytes.toString('base64url');

interface Keys {
  readonly portalKey: string;
  readonly auth: Buffer;
  readonly publicKey: Buffer;
  secretWith(other: Buffer): Buffer;
}

const hkdf = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** Decrypts as a browser does (RFC 8291 and 8188). */
function decrypted(body: Buffer, { auth, publicKey, secretWith }: Keys): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
  const ikm = hkdf(secretWith(sender), auth, info, 32);
  const key = hkdf(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/** Checks the signature of the portal (RFC 8292). Returns whom to write to. */
function checkedSubject(header: string, audience: string, portalKey: string): string {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  if (key !== portalKey) throw new Error('the key of another portal');
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: base64url(point.subarray(1, 33)),
      y: base64url(point.subarray(33)),
    },
  });
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('a wrong signature');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
    string,
    unknown
  >;
  const hours = (Number(exp) - Date.now() / 1000) / 3600;
  if (aud !== audience || !(hours > 0 && hours <= 24)) throw new Error('for another service, or another day');
  return String(sub);
}

/** A push service on this machine over https, which this process trusts until it is closed. */
export async function openPushPeer(): Promise<PushPeer> {
  const folder = mkdtempSync(join(tmpdir(), 'gurukul-push-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...subject],
    { stdio: 'ignore' },
  );
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, readFileSync(cert, 'utf8')]);
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(cert) },
    (request, response) => void answer(request, response),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  const browsers = new Map<string, Keys>();

  const peer: PushPeer = {
    told: [],
    faults: [],
    status: 201,
    browser(name, portalKey) {
      const pair = createECDH('prime256v1');
      const publicKey = pair.generateKeys();
      const auth = randomBytes(16);
      browsers.set(`/${name}`, {
        portalKey,
        auth,
        publicKey,
        secretWith: (other) => pair.computeSecret(other),
      });
      return { endpoint: `${origin}/${name}`, p256dh: base64url(publicKey), auth: base64url(auth) };
    },
    async close() {
      setDefaultCACertificates(trusted);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true });
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const { url = '', headers, method } = request;
    const keys = browsers.get(url);
    if (peer.status !== 201) return response.writeHead(peer.status).end('x'.repeat(1000));
    try {
      if (method !== 'POST' || keys === undefined) throw new Error('no such browser');
      if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted as browsers want it');
      const who = checkedSubject(headers.authorization ?? '', origin, keys.portalKey);
      const said: unknown = JSON.parse(decrypted(Buffer.concat(parts), keys));
      peer.told.push({ browser: url.slice(1), said, ttl: String(headers['ttl']), subject: who });
      return response.writeHead(201).end();
    } catch (error) {
      peer.faults.push(String(error));
      return response.writeHead(400).end();
    }
  }

  return peer;
}
