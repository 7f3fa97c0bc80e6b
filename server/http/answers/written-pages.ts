import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defaultSettings, nameOfProvider } from '@gurukul/contract/provider';
import { accents, accentStyle } from '@gurukul/contract/shared/words/accents';
import type { ShownProvider } from '../../provider/known-provider.ts';
import { iconAddress, iconNames } from '../../provider/icons.ts';
import { inLine } from '../../plain.ts';
import { escapeHtml } from '../../html.ts';
import { etagOf } from './etag.ts';

/** A file of the portal, with its compressed forms. */
export interface WrittenFile {
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** What the page says to its scripts, as far as it differs from the portal's own. See `web/lib/provider.ts`. */
function saidTo(provider: ShownProvider): string {
  const { name, logo, languages, spoken_languages: spoken, time_zone: zone, openid } = provider;
  const said = {
    ...(name !== '' && { name }),
    ...(logo !== '' && { logo }),
    ...(String(languages) !== String(defaultSettings.languages) && { languages }),
    ...(String(spoken) !== String(defaultSettings.spoken_languages) && { spoken }),
    ...(zone !== defaultSettings.time_zone && { zone }),
    ...(openid.length > 0 && { openid }),
  };
  if (Object.keys(said).length === 0) return '';
  return `<meta name="provider" content="${escapeHtml(JSON.stringify(said))}">`;
}

/** The portal's page of HTML with the provider's name, logo and colour. */
export function writeHtml(built: string, provider: ShownProvider): string {
  const { logo, accent } = provider;
  const name = escapeHtml(nameOfProvider(provider));
  const style = accentStyle(accent);
  const added = `${saidTo(provider)}${style === '' ? '' : `<style id="accent">${style}</style>`}`;
  const page = built
    .replace(/<title>[^<]*/, () => `<title>${name}`)
    .replace(/(name="description" content=")Gurukul/, (_, start: string) => `${start}${name}`)
    .replace(/<noscript>Gurukul/, () => `<noscript>${name}`)
    .replace('</head>', () => `${added}</head>`);
  const other = withIcons(page, logo);
  return logo === ''
    ? other
    : other.replace('href="/favicon.svg" type="image/svg+xml"', `href="${iconAddress(logo, 'app-192')}"`);
}

/** The same text with the logo's icons in the place of the portal's own. */
const withIcons = (text: string, logo: string): string =>
  logo === ''
    ? text
    : iconNames.reduce((done, icon) => done.replaceAll(`/icons/${icon}.png`, iconAddress(logo, icon)), text);

/** Below icons of phones there is room for so many letters. */
const longestShortName = 12;

/** The manifest of the installed app. */
export function writeManifest(built: string, provider: ShownProvider): string {
  const { logo, accent } = provider;
  const name = nameOfProvider(provider);
  const manifest: object = JSON.parse(withIcons(built, logo));
  const [first = name] = name.split(/\s/);
  return JSON.stringify({
    ...manifest,
    name,
    short_name: name.length <= longestShortName ? name : inLine(first, longestShortName),
    theme_color: accents[accent][6],
  });
}

async function pack(text: string): Promise<WrittenFile> {
  const plain = Buffer.from(text);
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return { etag: etagOf(text), plain, br, gzip: gzipped };
}

/** Writes a file anew when the settings have changed, and only then. */
export function rewritten(
  built: string,
  write: typeof writeHtml,
): (provider: ShownProvider) => Promise<WrittenFile> {
  let text = '';
  let page: Promise<WrittenFile> | null = null;
  return async (provider) => {
    const now = write(built, provider);
    if (page === null || now !== text) {
      text = now;
      page = pack(now);
    }
    return page;
  };
}
