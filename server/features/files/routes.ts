import type { files } from '@gurukul/contract/files';
import type { Ctx, Handlers } from '../../http/handlers.ts';
import { fail } from '../../http/answers/problem.ts';
import { count, day } from '../../http/limits/counters.ts';
import { beginUpload } from './begin-upload.ts';
import { signPicture } from '#server/storage/signed-url.ts';
import { locationOf } from './file-key.ts';
import { finishUpload } from './finish-upload.ts';

/**
 * Counts the bytes and files of a person per day, outside the transaction, so that refused uploads count too. True when
 * it is too much.
 */
async function isTooMuch({ pool, person, config }: Ctx, bytes: number): Promise<boolean> {
  const { uploadsPerDay, uploadMegabytesPerDay } = config.limits;
  const files = await count(pool, { key: `upload:files-${person.id}`, seconds: day });
  const kilobytes = { key: `upload:kilobytes-${person.id}`, seconds: day };
  return (
    files > uploadsPerDay ||
    (await count(pool, kilobytes, Math.ceil(bytes / 1024))) > uploadMegabytesPerDay * 1024
  );
}

export const filesHandlers: Handlers<typeof files> = {
  async begin(input, ctx) {
    const { db, person, files } = ctx;
    if (person.role === 'teacher' && input.kind !== 'profile_image') throw fail('not_allowed');
    if (person.role !== 'admin' && input.kind.startsWith('provider_')) throw fail('not_allowed');
    if (await isTooMuch(ctx, input.size)) {
      throw fail('uploaded_enough');
    }
    return {
      status: 200,
      message: 'success',
      ...(await beginUpload(db, files, { personId: person.id }, input)),
    };
  },

  async finish({ file_id }, { db, pool, person, files, config }) {
    const { key, kind, name } = await finishUpload({ db, pool, storage: files }, file_id, {
      personId: person.id,
    });
    return {
      status: 200,
      message: 'success',
      location: ['profile_image', 'provider_signature'].includes(kind)
        ? signPicture(config, locationOf(key))
        : locationOf(key),
      name,
    };
  },
};
