import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import type { WhatsAppConfig } from '../config.ts';

/** What came in. */
export interface PeerText {
  readonly to: string;
  readonly language: string;
  readonly parameters: readonly string[];
  readonly reference: string;
}

/**
 * Null accepts. `cut` breaks the connection before it is accepted, `keep and cut` after it, `keep and be silent` never
 * answers. `gateway` is the page of a proxy.
 */
export type PeerAnswer =
  | { readonly status: number; readonly code: number; readonly message?: string }
  | 'cut'
  | 'keep and cut'
  | 'gateway'
  | null;

export interface WhatsAppPeer {
  readonly config: WhatsAppConfig;
  /** Every text that came in whole and by the rules, accepted or not. */
  readonly tried: PeerText[];
  readonly accepted: PeerText[];
  /** What was wrong with requests, as the API says it. */
  readonly faults: string[];
  /** The token that it takes now. */
  token: string;
  /** The languages in which the template is approved. */
  languages: readonly string[];
  atText: (text: PeerText) => PeerAnswer | Promise<PeerAnswer>;
  /** The body of a report and its signature. */
  report(values: object): { readonly payload: string; readonly headers: Record<string, string> };
  /** Breaks all connections. */
  cutAll(): void;
  /** Forgets what came in and how it answers. */
  reset(): void;
  close(): Promise<void>;
}

const asked = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual'),
  to: z.string().regex(/^\d{8,15}$/),
  type: z.literal('template'),
  template: z.strictObject({
    name: z.string(),
    language: z.strictObject({ code: z.string() }),
    components: z.tuple([
      z.strictObject({
        type: z.literal('body'),
        parameters: z.array(z.strictObject({ type: z.literal('text'), text: z.string() })),
      }),
    ]),
  }),
  biz_opaque_callback_data: z.string().max(512),
});

const token = 'EAAtoken0123456789';

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

/** A server on this machine that speaks Meta's Cloud API, checks what it is asked, and fails as it does. */
export async function openWhatsAppPeer(): Promise<WhatsAppPeer> {
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const peer: WhatsAppPeer = {
    config: {
      url: `http://127.0.0.1:${port}/v23.0`,
      phoneNumberId: '106540352242922',
      token,
      appSecret: 'the secret of the app, for tests',
      verifyToken: 'the token that Meta shows',
      templates: { message: 'office_message' },
    },
    tried: [],
    accepted: [],
    faults: [],
    token,
    languages: ['en', 'te', 'hi'],
    atText: () => null,
    report(value) {
      const payload = JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [
          {
            id: '102290129340398',
            changes: [
              {
                field: 'messages',
                value: {
                  messaging_product: 'whatsapp',
                  metadata: {
                    display_phone_number: '15550783881',
                    phone_number_id: peer.config.phoneNumberId,
                  },
                  ...value,
                },
              },
            ],
          },
        ],
      });
      const signature = createHmac('sha256', peer.config.appSecret).update(payload).digest('hex');
      return {
        payload,
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
      };
    },
    cutAll: () => server.closeAllConnections(),
    reset() {
      for (const list of [peer.tried, peer.accepted, peer.faults]) list.length = 0;
      peer.token = token;
      peer.languages = ['en', 'te', 'hi'];
      peer.atText = () => null;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  const say = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  function refuse(response: ServerResponse, status: number, code: number, message: string) {
    peer.faults.push(`${code} ${message}`);
    say(response, status, {
      error: {
        message: `(#${code}) ${message}`,
        type: 'OAuthException',
        code,
        error_data: { messaging_product: 'whatsapp', details: message },
        fbtrace_id: 'A1B2',
      },
    });
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await readBody(request);
    if (request.headers.authorization !== `Bearer ${peer.token}`)
      return refuse(response, 401, 190, 'Access token has expired');
    if (request.method !== 'POST' || request.url !== `/v23.0/${peer.config.phoneNumberId}/messages`)
      return refuse(response, 400, 100, 'Unsupported request');
    const { data, error } = asked.safeParse(JSON.parse(body));
    if (data === undefined) return refuse(response, 400, 100, z.prettifyError(error));
    const { name, language, components } = data.template;
    const parameters = components[0].parameters.map(({ text }) => text);
    if (name !== peer.config.templates.message || !peer.languages.includes(language.code))
      return refuse(response, 404, 132_001, `template name (${name}) does not exist in ${language.code}`);
    if (parameters.length !== 3) return refuse(response, 400, 132_000, 'number of params');
    if (parameters.some((one) => one === '' || one.length > 1024 || /[\n\r\t]| {5}/.test(one)))
      return refuse(response, 400, 132_018, 'parameters have line breaks, five spaces, or none');
    const text = {
      to: data.to,
      language: language.code,
      parameters,
      reference: data.biz_opaque_callback_data,
    };
    peer.tried.push(text);
    const outcome = await peer.atText(text);
    if (outcome === 'cut') return request.socket.destroy();
    if (outcome === 'gateway')
      return response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    if (outcome !== null && outcome !== 'keep and cut')
      return refuse(response, outcome.status, outcome.code, outcome.message ?? 'refused');
    peer.accepted.push(text);
    if (outcome === 'keep and cut') return request.socket.destroy();
    return say(response, 200, {
      messaging_product: 'whatsapp',
      contacts: [{ input: data.to, wa_id: data.to }],
      messages: [{ id: `wamid.${randomUUID()}`, message_status: 'accepted' }],
    });
  }

  return peer;
}
