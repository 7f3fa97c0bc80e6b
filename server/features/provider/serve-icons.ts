import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sharp from 'sharp';
import { fail } from '../../http/answers/problem.ts';
import type { Storage } from '../../storage/storage.ts';
import { keyOf } from '../files/file-key.ts';
import { icons, isIcon } from '../../provider/icons.ts';
import type { Icon } from '../../provider/icons.ts';
import type { KnownProvider } from '../../provider/known-provider.ts';

export interface ServeIconsOptions {
  readonly provider: KnownProvider;
  readonly storage: Storage;
}

/** Serves the provider's logo as square icons. Only the present logo has icons, so nobody can ask for much drawing. */
export async function serveIcons(
  app: FastifyInstance,
  { provider, storage }: ServeIconsOptions,
): Promise<void> {
  let drawn: { readonly key: string; readonly files: Map<Icon, Promise<Buffer>> } = {
    key: '',
    files: new Map(),
  };

  async function draw(key: string, icon: Icon): Promise<Buffer> {
    const file = await storage.open(key);
    if (file === null) throw fail('not_found');
    const { size, margin } = icons[icon];
    const inner = size - 2 * margin;
    const ground = { r: 255, g: 255, b: 255, alpha: margin === 0 ? 0 : 1 };
    const picture = sharp(await buffer(file.stream))
      .resize({ width: inner, height: inner, fit: 'contain', background: { ...ground, alpha: 0 } })
      .extend({ top: margin, bottom: margin, left: margin, right: margin, background: ground });
    return (margin === 0 ? picture : picture.flatten({ background: ground })).png().toBuffer();
  }

  app.get(
    '/files/icons/:icon/:key',
    async (request: FastifyRequest<{ Params: { icon: string; key: string } }>, reply) => {
      const { icon, key } = request.params;
      const { logo } = await provider.read();
      if (!isIcon(icon) || logo === '' || key !== keyOf(logo)) throw fail('not_found');
      if (drawn.key !== key) drawn = { key, files: new Map() };
      const known = drawn.files.get(icon) ?? draw(key, icon);
      drawn.files.set(icon, known);
      known.catch(() => drawn.files.delete(icon));
      return reply
        .header('content-type', 'image/png')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
        .send(await known);
    },
  );
}
