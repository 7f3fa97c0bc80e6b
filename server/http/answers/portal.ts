import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { KnownProvider } from '../../provider/known-provider.ts';
import { etagOf, isNotModified } from './etag.ts';
import { fail } from './problem.ts';
import { cameByHttp, isForOwnHost, isProbe } from '../requests/require-https.ts';
import { rewritten, writeHtml, writeManifest } from './written-pages.ts';
import type { WrittenFile } from './written-pages.ts';

/**
 * Answers every address that no route took, with a file of the built portal or with its page. The page itself says when
 * the address does not exist; then the status is 404.
 */
export type Portal = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

export async function createPortal(
  app: FastifyInstance,
  root: string,
  { https, appUrl, provider }: Pick<Config, 'https' | 'appUrl'> & { readonly provider: KnownProvider },
): Promise<Portal> {
  const files = await listFiles(root);
  if (!files.has('/index.html')) return async () => Promise.reject(fail('not_found'));
  const pageAt = await readPages(root);
  const etags = await readEtags(root, files);
  const written = await readWritten(root, files);
  await app.register(fastifyStatic, {
    root,
    serve: false,
    cacheControl: false,
    // The files are small, so nobody needs a part of one.
    acceptRanges: false,
    // The build writes compressed files beside the plain ones.
    preCompressed: true,
  });

  return async (request, reply) => {
    if (https && !isProbe(request)) {
      if (cameByHttp(request)) return reply.redirect(`${appUrl}${request.url}`, 308);
      // Nobody is sent to the own host: a proxy that changes the host would send them round in a circle.
      if (!isForOwnHost(request, { appUrl })) throw fail('unsafe_transport');
    }
    const path = pathOf(request);
    const isAsset = path.startsWith('/assets/');
    // An old page that asks for a file of an old build must not get HTML for it.
    if (isAsset && !files.has(path)) throw fail('not_found');
    const isFile = files.has(path) && path !== '/index.html';
    const caching = isAsset ? 'public, max-age=31536000, immutable' : 'no-cache';
    reply.header('cache-control', caching);
    if (isAsset && !path.includes('worker')) for (const name of ofPages) reply.removeHeader(name);
    const page = isFile ? null : pageAt(path);
    const write = written.get(isFile ? path : '/index.html');
    if (write !== undefined) {
      const file = await write(await provider.read());
      if (page?.isThere === false) return sendWritten(request, reply.code(404), path, file);
      if (isNotModified(request, reply, file.etag)) return reply.send();
      const links = page?.links(languageOf(request));
      if (links) reply.header('link', links);
      return sendWritten(request, reply, path, file);
    }
    const etag = etags.get(path);
    if (isAsset || etag === undefined) return reply.sendFile(path.slice(1));
    if (isNotModified(request, reply, etag)) return reply.send();
    return reply.sendFile(path.slice(1), ownEtag);
  };
}

/**
 * Headers that mean something on a page or a worker only. A first visit asks for dozens of scripts and styles, and these
 * lines weigh more than most of them.
 */
const ofPages = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

const manifest = '/manifest.webmanifest';

/** The files that carry the provider's name, logo and colour, by path. */
async function readWritten(root: string, files: ReadonlySet<string>) {
  const read = async (path: string) => readFile(join(root, path), 'utf8');
  return new Map([
    ['/index.html', rewritten(await read('/index.html'), writeHtml)],
    ...(files.has(manifest) ? [[manifest, rewritten(await read(manifest), writeManifest)] as const] : []),
  ]);
}

function sendWritten({ headers }: FastifyRequest, reply: FastifyReply, path: string, file: WrittenFile) {
  const accepted = headers['accept-encoding'] ?? '';
  const encoding = (['br', 'gzip'] as const).find((each) => accepted.includes(each));
  reply
    .header('vary', 'accept-encoding')
    .type(path === manifest ? 'application/manifest+json; charset=utf-8' : 'text/html; charset=utf-8');
  if (encoding === undefined) return reply.send(file.plain);
  return reply.header('content-encoding', encoding).send(file[encoding]);
}

const ownEtag = { etag: false, lastModified: false } as const;

/**
 * ETags of files whose names stay the same in every release. Size and time are not enough: a page that names other
 * assets often has the same length, and in some images all files have the same time.
 */
async function readEtags(root: string, files: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const named = [...files].filter((path) => !path.startsWith('/assets/'));
  return new Map(
    await Promise.all(
      named.map(async (path): Promise<[string, string]> => [path, etagOf(await readFile(join(root, path)))]),
    ),
  );
}

/**
 * A matcher for `/student/$id` that reads paths as the router does: in any case, with or without a slash at the end.
 */
function matcherOf(path: string): RegExp {
  const parts = path.split('/').map((part) => {
    if (part === '$') return '.+';
    return part.startsWith('$') ? '[^/]+' : RegExp.escape(part);
  });
  return new RegExp(`^${parts.join('/')}/?$`, 'i');
}

/** The language that the portal was last shown in on this device. It decides what is requested early, and nothing else. */
const languageOf = ({ headers }: FastifyRequest) =>
  /(?:^|; )language=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? null;

const linkTo = (file: string) =>
  `</${file}>; rel=${file.endsWith('.css') ? 'preload; as=style' : 'preload; as=script; fetchpriority=low'}; crossorigin`;

const linkToPlain = (script: string) => `</${script}>; rel=preload; as=script; fetchpriority=high`;

interface Page {
  readonly isThere: boolean;
  /** The Link header, with which a browser requests everything that the page needs at once, in a language. */
  readonly links: (language: string | null) => string | undefined;
}

/** The page of a path, as the build noted it. Without a note, every path may have a page. */
async function readPages(root: string): Promise<(path: string) => Page> {
  const text = await readFile(join(root, '.preloads.json'), 'utf8').catch(() => '[]');
  const noted: [
    path: string,
    files: string[],
    plainScripts?: string[],
    words?: Readonly<Record<string, string[]>>,
  ][] = JSON.parse(text);
  const pages = noted.map(([path, files, plainScripts = [], words = {}]) => {
    const links = (more: readonly string[]) =>
      [...plainScripts.map(linkToPlain), ...[...files, ...more].map(linkTo)].join(', ');
    const byLanguage = new Map(Object.entries(words).map(([language, more]) => [language, links(more)]));
    const english = links([]);
    return {
      matcher: matcherOf(path),
      links: (language: string | null) => byLanguage.get(language ?? '') ?? english,
    };
  });
  const isBeginning = (path: string) => path === '/' || path === '/index.html';
  return (path) => {
    const page = pages.find(({ matcher }) => matcher.test(path));
    return {
      isThere: page !== undefined || pages.length === 0 || isBeginning(path),
      links: (language) => page?.links(language),
    };
  };
}

async function listFiles(root: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    // Names with a dot at the start are notes of the build. Compressed files are only sent in place of the plain ones.
    .filter(({ name }) => !name.startsWith('.') && !/\.(?:br|gz)$/.test(name))
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(root, `${entry.parentPath}${sep}${entry.name}`).split(sep).join('/')}`);
  return new Set(paths);
}

function pathOf({ url }: FastifyRequest): string {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '/');
  } catch {
    return '/';
  }
}
