import { inputOf, png, uploaded } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const files: SamplesOf<'files'> = {
  'files.begin': inputOf(() => ({
    kind: 'profile_image',
    name: 'a.png',
    type: 'image/png',
    size: png.length,
  })),
  'files.finish': inputOf((_, { extra: file_id }) => ({ file_id }), {
    extra: uploaded('files.begin', { kind: 'profile_image', name: 'a.png', type: 'image/png' }, png),
    isPrivate: true,
  }),
};
