import { inputOf } from './sample.ts';
import type { Asker, SamplesOf } from './sample.ts';

const view = (word: string) => ({
  list: '/students',
  name: `View ${word}`,
  address: 'sort=-fullname&course=1',
  for_office: false,
});

export const views: SamplesOf<'views'> = {
  'views.list_views': inputOf(() => ({ list: '/students' })),
  'views.save_view': inputOf((_, { word }) => ({ ...view(word), for_office: true })),
  'views.delete_view': inputOf((_, { extra }) => ({ view_id: extra }), {
    extra: async ({ ask, word }) => {
      const saved = async (by: Asker) => (await ask('views.save_view', view(word), by)).body.data.view_id;
      return { own: await saved('self'), far: await saved('stranger'), missing: 999_999 };
    },
    isPrivate: true,
  }),
};
