import type { IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import * as z from 'zod';
import type { WhatsAppConfig } from '#server/config.ts';
import { parseJson, readText } from '#server/http/internet/read-bytes.ts';
import { SendFailure } from '#server/channels/mail/channel.ts';

/* Meta's WhatsApp Cloud API, as far as the portal speaks it: texts in approved templates. */

/** A text for one number, in the parameters of an approved template. */
export interface WhatsAppText {
  /** Digits, with the country's code. */
  readonly to: string;
  readonly template: string;
  readonly language: string;
  /** One line each. */
  readonly parameters: readonly string[];
  /** Comes back with every report about the text. */
  readonly reference: string;
}

/** In milliseconds, far below the lease of the text's job. */
const longestSend = 20_000;
const longestAnswer = 64_000;

/** The API refused this text or this number, and a later try would get the same answer. */
const forGood = new Set([
  33, 100, 130_472, 130_497, 131_008, 131_009, 131_021, 131_026, 131_030, 131_047, 131_049, 131_050, 131_051,
]);
/** About the template: the operator corrects it, and then the office presses Try again. */
const isOfTemplate = (code: number) => code >= 132_000 && code < 133_000;

const answered = z.union([
  z.object({ messages: z.array(z.object({ id: z.string() })).min(1) }),
  z.object({
    error: z.object({
      code: z.number(),
      message: z.string().default(''),
      error_data: z.object({ details: z.string().optional() }).optional(),
    }),
  }),
]);

/** Posts over a connection of its own. On another's the peer may just be closing, and nobody could say what it read. */
async function post({ url, phoneNumberId, token }: WhatsAppConfig, body: string, mostMs: number) {
  const address = new URL(`${url}/${phoneNumberId}/messages`);
  const request = address.protocol === 'https:' ? httpsRequest : httpRequest;
  let isConnected = false;
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asking = request(address, {
        method: 'POST',
        agent: false,
        signal: AbortSignal.timeout(mostMs),
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      });
      asking.once('socket', (socket) =>
        socket.once(address.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
          isConnected = true;
        }),
      );
      asking.once('response', resolve).once('error', reject).end(body);
    });
    return { status: answer.statusCode ?? 0, text: await readText(answer, longestAnswer) };
  } catch (cause) {
    if (!isConnected) throw new SendFailure(cause, { isHere: true, isForGood: false });
    throw unsure(cause);
  }
}

/** The API has no key that makes a second request harmless, so what may have arrived is not sent again. */
const unsure = (cause: unknown) =>
  new SendFailure(new Error('no answer came: WhatsApp may have it', { cause }), {
    isHere: false,
    isForGood: true,
  });

/** Sends one text. Throws a `SendFailure` when it was not, or perhaps not, accepted. */
export async function sendTemplate(
  config: WhatsAppConfig,
  { to, template, language, parameters, reference }: WhatsAppText,
  mostMs = longestSend,
): Promise<void> {
  const { status, text } = await post(
    config,
    JSON.stringify({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to,
      type: 'template',
      template: {
        name: template,
        language: { code: language },
        components: [{ type: 'body', parameters: parameters.map((one) => ({ type: 'text', text: one })) }],
      },
      biz_opaque_callback_data: reference,
    }),
    mostMs,
  );
  const { data } = answered.safeParse(parseJson(text));
  if (data !== undefined && 'error' in data) {
    const { code, message, error_data: more } = data.error;
    const reason = [message, more?.details].filter(Boolean).join(': ');
    const isForGood = forGood.has(code) || isOfTemplate(code);
    throw new SendFailure(`WhatsApp answered ${code}: ${reason}`, { isHere: true, isForGood });
  }
  if (status >= 200 && status < 300 && data !== undefined) return;
  // A proxy on the way says no more than that it has no answer.
  if ((status >= 200 && status < 300) || status >= 500) throw unsure(`status ${status}`);
  throw new SendFailure(`WhatsApp answered with status ${status}`, { isHere: true, isForGood: false });
}
