import type { PortalLanguage, ProviderSettings } from '@gurukul/contract/provider';
import { nameOfProvider, portalLanguages } from '@gurukul/contract/provider';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { iconAddress } from '#server/provider/icons.ts';
import type { KnownProvider } from '#server/provider/known-provider.ts';
import type { Part } from './html.ts';
import { html } from './html.ts';
import { styleOf } from './style.ts';

/* Pages that the server writes, without script, for people who have no account. */

/** What every page needs. */
export interface Frame {
  readonly language: PortalLanguage;
  readonly provider: ProviderSettings;
}

const unlisted = html`<meta name="robots" content="noindex, nofollow" />`;

/** A whole document. `head`: what search engines read; without it they leave the page out. */
export function documentOf(frame: Frame, title: string, content: Part, head: Part = unlisted): string {
  const name = nameOfProvider(frame.provider);
  const { text } = styleOf(frame.provider.accent);
  const all = html`<meta charset="utf-8" /><meta
      name="viewport"
      content="width=device-width, initial-scale=1"
    />${head}<meta name="referrer" content="no-referrer" /><meta
      name="color-scheme"
      content="light dark"
    /><title>${title} · ${name}</title>`;
  const { logo } = frame.provider;
  const body = html`<header>
      ${logo !== '' && html`<img src="${iconAddress(logo, 'app-192')}" alt="" width="48" height="48" />`}
      <p><bdi>${name}</bdi></p>
      <h1>${title}</h1>
    </header>
    <main>${content}</main>`;
  return `<!doctype html><html lang="${frame.language}" dir="ltr"><head>${all.text}<style>${text}</style></head><body>${body.text}</body></html>`;
}

/** A page for everybody: it has pictures, and these origins may frame it. */
interface Open {
  readonly sites: readonly string[];
}

function policyFor(
  { provider: { accent, logo } }: Frame,
  open: Open | null,
  leads: readonly string[],
): string {
  return [
    "default-src 'none'",
    `style-src '${styleOf(accent).hash}'`,
    ...(logo === '' && open === null ? [] : ["img-src 'self'"]),
    "base-uri 'none'",
    ["form-action 'self'", ...leads].join(' '),
    `frame-ancestors ${open?.sites.join(' ') || "'none'"}`,
  ].join('; ');
}

export function sendPage(
  reply: FastifyReply,
  frame: Frame,
  text: string,
  status = 200,
  open: Open | null = null,
  /** Where a form of the page may lead, besides to the portal. */
  leads: readonly string[] = [],
): FastifyReply {
  // This header knows no list of sites. Every browser that frames the page reads the policy instead.
  if (open !== null && open.sites.length > 0) reply.removeHeader('x-frame-options');
  return reply
    .code(status)
    .header('content-security-policy', policyFor(frame, open, leads))
    .header('content-type', 'text/html; charset=utf-8')
    .send(text);
}

/** The reader's language by their browser. */
function languageBy(request: FastifyRequest, offered: readonly PortalLanguage[]): PortalLanguage {
  const asked = (request.headers['accept-language'] ?? '').split(',').map((each) => each.trim().slice(0, 2));
  return asked.flatMap((one) => offered.find((language) => language === one) ?? [])[0] ?? offered[0] ?? 'en';
}

/** The languages of the provider, in the order of the portal. */
export const offeredLanguages = ({ languages }: Pick<ProviderSettings, 'languages'>): PortalLanguage[] =>
  portalLanguages.filter((one) => languages.includes(one));

/** The provider, in the chosen language, else in that of the browser. */
export async function frameFor(
  { provider }: { readonly provider: KnownProvider },
  request: FastifyRequest,
  choice: { readonly language: string | null } | null,
): Promise<Frame> {
  const settings = await provider.read();
  const offered = offeredLanguages(settings);
  const chosen = offered.find((one) => one === choice?.language);
  return { provider: settings, language: chosen ?? languageBy(request, offered) };
}
