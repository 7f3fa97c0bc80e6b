import type { files } from '@gurukul/contract/files';
import type { Handlers } from '../../http/handlers.ts';
import { fail } from '../../http/problem.ts';
import { linkSeconds } from '../../storage/signed-url.ts';
import { locationOf } from './file-key.ts';
import { finishUpload } from './finish-upload.ts';
import { insertUpload } from './queries.ts';

export const filesHandlers: Handlers<typeof files> = {
  async begin(input, { db, person, files }) {
    if (person.role === 'teacher' && input.kind !== 'profile_image') throw fail('not_allowed');
    const now = new Date();
    const { id } = await insertUpload(db, person.id, input);
    const upload = await files.offerUpload({ id, type: input.type, size: input.size, now });
    const expires_at = new Date(now.getTime() + linkSeconds * 1000).toISOString();
    return { status: 200, message: 'success', file_id: id, upload, expires_at };
  },

  async finish({ file_id }, { db, pool, person, files }) {
    const { key, name } = await finishUpload({ db, pool, storage: files }, file_id, person.id);
    return { status: 200, message: 'success', location: locationOf(key), name };
  },
};
