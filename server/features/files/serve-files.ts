import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import { refuseEncodedBody } from '../../http/requests/body.ts';
import { isNotModified } from '../../http/answers/etag.ts';
import { fail } from '../../http/answers/problem.ts';
import type { Throttles } from '../../http/limits/throttle.ts';
import { isLinkValid, isPictureLinkValid } from '../../storage/signed-url.ts';
import type { LinkQuery } from '../../storage/signed-url.ts';
import type { Storage } from '../../storage/storage.ts';
import { TooLong } from '../../storage/too-long.ts';
import { typeOfKey } from './file-key.ts';
import { findFileKind, findFileName, findPendingUpload } from './queries.ts';

export interface ServeFilesOptions {
  readonly config: Pick<Config, 'secretKey'>;
  readonly db: Db;
  readonly storage: Storage;
  readonly throttles: Throttles;
  readonly now?: () => Date;
}

const mostKinds = 10_000;

type Incoming = FastifyRequest<{ Params: { id: string }; Querystring: LinkQuery }>;
type FileRequest = FastifyRequest<{ Params: { key: string }; Querystring: LinkQuery }>;

/** Serves `/files/{key}`, and the upload address when uploads come to the portal itself. */
export async function serveFiles(app: FastifyInstance, options: ServeFilesOptions): Promise<void> {
  const { config, db, storage, throttles, now = () => new Date() } = options;

  // No body is read into memory here, and only the upload route reads one at all.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  // What a key is for never changes, so pages with many pictures ask once for each.
  const kinds = new Map<string, boolean>();
  const isOfPerson = async (key: string): Promise<boolean> => {
    const known = kinds.get(key);
    if (known !== undefined) return known;
    const kind = await findFileKind(db, key);
    // Nobody shall copy a signature.
    const isPerson = kind === 'profile_image' || kind === 'provider_signature';
    if (kinds.size >= mostKinds) kinds.clear();
    kinds.set(key, isPerson);
    return isPerson;
  };

  app.get('/files/:key', async (request: FileRequest, reply) => {
    const { key } = request.params;
    const type = typeOfKey(key);
    if (type === null) throw fail('not_found');
    const isPdf = type === 'application/pdf';
    const isPerson = !isPdf && (await isOfPerson(key));
    if (isPerson && !isPictureLinkValid(config, `/files/${key}`, request.query, now())) {
      throw fail('link_over');
    }
    // The bytes under a key never change.
    if (!isPdf && isNotModified(request, reply, `"${key}"`)) {
      return safely(reply)
        .header('cache-control', isPerson ? forADay : forGood)
        .send();
    }
    if (isPdf && !isLinkValid(config, `/files/${key}`, request.query, now())) {
      throw fail('link_over');
    }
    const name = isPdf ? (await findFileName(db, key))?.name : '';
    const file = name === undefined ? null : await storage.open(key);
    if (!file) {
      // Only somebody who guesses asks for many files that are not there.
      await throttles.badToken(request.ip);
      throw fail('not_found');
    }

    return safely(reply)
      .header('content-type', type)
      .header('content-length', file.size)
      .header('content-disposition', isPdf ? attachment(name ?? '') : 'inline')
      .header('cache-control', isPdf ? 'private, no-store' : isPerson ? forADay : forGood)
      .send(file.stream);
  });

  if (!storage.receiveUpload) return;
  const receive = storage.receiveUpload.bind(storage);

  app.put('/files/upload/:id', async (request: Incoming, reply) => {
    // The rest of a refused body is not read.
    reply.header('connection', 'close');
    const { id } = request.params;
    if (!isLinkValid(config, `/files/upload/${id}`, request.query, now())) {
      throw fail('upload_link_over');
    }
    const upload = await findPendingUpload(db, id);
    if (!upload) throw fail('not_found');
    refuseEncodedBody(request);
    if (mediaType(request) !== upload.content_type) {
      throw fail('other_file_type');
    }
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > upload.size) throw fail('too_large');

    try {
      await receive(id, request.raw, upload.size);
    } catch (error) {
      throw error instanceof TooLong ? fail('too_large') : error;
    }
    reply.removeHeader('connection');
    return reply.code(204).send();
  });
}

const forADay = 'private, max-age=86400, immutable';
const forGood = 'public, max-age=31536000, immutable';

const mediaType = ({ headers }: FastifyRequest) =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();

/** A file opened by itself can run nothing, embed nothing and be embedded nowhere. */
const safely = (reply: FastifyReply) =>
  reply
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin');

// Characters that some systems forbid in names, and those that change the reading order. Joiners stay, because names in
// Indian scripts need them.
// eslint-disable-next-line no-control-regex
const unsavable = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"*/:<>?\\|]+/g;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
const longestName = 120;

/** The file name of a saved PDF: valid on every system, without folders, with the extension of a PDF. */
function savedAs(given: string): string {
  const name = given
    .toWellFormed()
    .replaceAll(unsavable, '_')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '')
    .replace(/\.pdf$/i, '')
    .replace(reserved, '_$&');
  return `${Array.from(name).slice(0, longestName).join('').trim() || 'file'}.pdf`;
}

/** The name in both forms that browsers read (RFC 6266). The plain form contains nothing that could end it early. */
function attachment(given: string): string {
  const name = savedAs(given);
  const plain = name.replace(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
