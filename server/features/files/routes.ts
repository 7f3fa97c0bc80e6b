import type { files } from '@gurukul/contract/files';
import type { Handlers } from '../../http/handlers.ts';
import { fail } from '../../http/problem.ts';
import { beginUpload } from './begin-upload.ts';
import { locationOf } from './file-key.ts';
import { finishUpload } from './finish-upload.ts';
import { broughtInADay } from './queries.ts';

const megabyte = 1024 * 1024;

export const filesHandlers: Handlers<typeof files> = {
  async begin(input, { db, person, files, config }) {
    if (person.role === 'teacher' && input.kind !== 'profile_image') throw fail('not_allowed');
    const brought = await broughtInADay(db, person.id);
    const { uploadsPerDay, uploadMegabytesPerDay } = config.limits;
    if (brought.files >= uploadsPerDay || brought.bytes + input.size > uploadMegabytesPerDay * megabyte) {
      throw fail('too_many', { message: 'You have uploaded as much as a day allows, please go on tomorrow' });
    }
    return {
      status: 200,
      message: 'success',
      ...(await beginUpload(db, files, { personId: person.id }, input)),
    };
  },

  async finish({ file_id }, { db, pool, person, files }) {
    const { key, name } = await finishUpload({ db, pool, storage: files }, file_id, { personId: person.id });
    return { status: 200, message: 'success', location: locationOf(key), name };
  },
};
