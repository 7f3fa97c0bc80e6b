import { execFileSync } from 'node:child_process';
import { createSign, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import Provider from 'oidc-provider';
import type { ClientMetadata } from 'oidc-provider';

/** A certificate of 127.0.0.1 that this process trusts until `forget`. */
export async function trustLoopback() {
  const folder = await mkdtemp(join(tmpdir(), 'gurukul-tls-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  makeCertificate(keyFile, certFile);
  const [key, cert] = [readFileSync(keyFile), readFileSync(certFile)];
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, cert.toString()]);
  return {
    key,
    cert,
    async forget() {
      setDefaultCACertificates(before);
      await rm(folder, { recursive: true });
    },
  };
}

export function makeCertificate(keyFile: string, certFile: string): void {
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', keyFile, '-out', certFile];
  execFileSync('openssl', ['req', '-x509', ...kind, ...files, ...subject], { stdio: 'ignore' });
}

type Tls = Pick<Awaited<ReturnType<typeof trustLoopback>>, 'key' | 'cert'>;
type Serve = (request: IncomingMessage, response: ServerResponse) => unknown;

async function listen(tls: Tls, port: number, serve: Serve) {
  const server = createServer(tls, (asked, answer) => void serve(asked, answer));
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return {
    issuer: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

export interface Claims {
  email?: string;
  email_verified?: unknown;
}

const loginForm = (action: string) =>
  `<!doctype html><html lang="en"><title>Sign in</title><h1>School account</h1>
  <form method="post" action="${action}"><label>User <input name="login"></label><button>Continue</button></form></html>`;

async function bodyOf(asked: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const part of asked) text += String(part);
  return new URLSearchParams(text);
}

/** A real OpenID provider (oidc-provider) with people of our choice. Its login page takes any of their names. */
export async function startOpenidService(
  tls: Tls,
  client: Pick<ClientMetadata, 'client_id' | 'client_secret' | 'redirect_uris' | 'post_logout_redirect_uris'>,
  port = 0,
) {
  const people = new Map<string, Claims>();
  let serve: Serve = (_, answer) => answer.end();
  const server = await listen(tls, port, async (asked, answer) => serve(asked, answer));
  const provider = new Provider(server.issuer, {
    clients: [{ ...client, response_types: ['code'], grant_types: ['authorization_code'] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: ['a key of this provider alone'] },
    jwks: { keys: [{ ...rsa().privateKey.export({ format: 'jwk' }), kty: 'RSA', use: 'sig', alg: 'RS256' }] },
    ttl: {
      Session: 600,
      Interaction: 600,
      Grant: 600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/login/${uid}` },
    findAccount: (_, id) => {
      const claims = people.get(id);
      return claims && { accountId: id, claims: () => ({ sub: id, ...claims }) };
    },
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        accountId: oidc.session?.accountId ?? '',
        clientId: oidc.client?.clientId ?? '',
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  const answerAll = provider.callback();
  serve = async (asked, answer) => {
    if (asked.url?.startsWith('/login/') !== true) return answerAll(asked, answer);
    if (asked.method === 'GET') {
      return answer.setHeader('content-type', 'text/html').end(loginForm(asked.url));
    }
    const login = (await bodyOf(asked)).get('login') ?? '';
    const result = people.has(login)
      ? { login: { accountId: login } }
      : { error: 'access_denied', error_description: 'nobody of that name' };
    return provider.interactionFinished(asked, answer, result);
  };
  return { ...server, people };
}

interface Page {
  readonly location: string | undefined;
  readonly text: string;
}

/** A browser at the service, as far as it is needed: cookies, redirects and one form. Returns the address it ends at. */
export async function signInAt(location: string, login: string, returnTo: string): Promise<URL> {
  const cookies = new Map<string, string>();
  const ask = (url: URL, form?: string) =>
    new Promise<Page>((resolve, reject) => {
      const headers = {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      };
      const method = form === undefined ? 'GET' : 'POST';
      request(url, { method, headers, agent: false }, (answer) => {
        for (const cookie of answer.headers['set-cookie'] ?? []) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          cookies.set(name, value);
        }
        let text = '';
        answer.on('data', (part) => (text += String(part)));
        answer.on('end', () => resolve({ location: answer.headers.location, text }));
      })
        .on('error', reject)
        .end(form);
    });
  let url = new URL(location);
  for (let step = 0; step < 8; step += 1) {
    if (url.href.startsWith(returnTo)) return url;
    const page = await ask(url);
    const next = page.location ?? (await ask(url, `login=${encodeURIComponent(login)}`)).location;
    if (next === undefined) throw new Error(`${url.href}: ${page.text}`);
    url = new URL(next, url);
  }
  throw new Error(`no end at ${url.href}`);
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** What a service that lies says. Absent: what an honest one says. */
export interface Lies {
  document?: object;
  /** Instead of the claims of the ID token; `nonce` is what the portal asked for, when the code holds it. */
  claims?: (honest: Record<string, unknown>) => Record<string, unknown>;
  header?: object;
  /** Signs with another key than the published one, or not at all. */
  signature?: 'foreign' | 'none';
  userinfo?: object;
  /** Milliseconds before the token endpoint answers. */
  late?: number;
  token?: object;
  /** Where the token endpoint is now; it is nowhere else. */
  tokenPath?: string;
}

/** A service whose every answer a test may bend. Its codes are `nonce subject`, base64url. */
export async function startLyingService(tls: Tls, clientId: string) {
  const [own, foreign] = [rsa(), rsa()];
  const lies: Lies = {};
  /** What the token endpoint was sent. */
  const redeemed: URLSearchParams[] = [];
  const asks = { documents: 0 };
  const server = await listen(tls, 0, async (asked, answer) => {
    const json = (body: object, status = 200) =>
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const { issuer } = server;
    if (asked.url === '/.well-known/openid-configuration') {
      asks.documents += 1;
      return json({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}${lies.tokenPath ?? '/token'}`,
        userinfo_endpoint: `${issuer}/me`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        id_token_signing_alg_values_supported: ['RS256'],
        subject_types_supported: ['public'],
        authorization_response_iss_parameter_supported: true,
        ...lies.document,
      });
    }
    if (asked.url === '/keys') {
      const key = own.publicKey.export({ format: 'jwk' });
      return json({ keys: [{ ...key, kid: 'one', use: 'sig', alg: 'RS256' }] });
    }
    if (asked.url === '/me') return json(lies.userinfo ?? {});
    if (asked.url !== (lies.tokenPath ?? '/token')) return json({}, 404);
    const form = await bodyOf(asked);
    redeemed.push(form);
    if (lies.late !== undefined) await new Promise((resolve) => void setTimeout(resolve, lies.late));
    const [nonce, subject] = Buffer.from(form.get('code') ?? '', 'base64url')
      .toString()
      .split(' ');
    const now = Math.floor(Date.now() / 1000);
    const honest = { iss: issuer, aud: clientId, sub: subject, nonce, iat: now, exp: now + 300 };
    const claims = lies.claims?.(honest) ?? honest;
    const signed = `${part({ alg: 'RS256', kid: 'one', ...lies.header })}.${part(claims)}`;
    const key = lies.signature === 'foreign' ? foreign.privateKey : own.privateKey;
    const signature =
      lies.signature === 'none' ? '' : createSign('sha256').update(signed).sign(key, 'base64url');
    return json({
      access_token: 'an-access-token',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: `${signed}.${signature}`,
      ...lies.token,
    });
  });
  return {
    ...server,
    lies,
    asks,
    redeemed,
    codeFor: (nonce: string, subject: string) => Buffer.from(`${nonce} ${subject}`).toString('base64url'),
  };
}
