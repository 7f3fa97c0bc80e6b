import { nothing } from '#server/test/planted-school.ts';
import { inputOf } from './sample.ts';
import type { Asker, SamplesOf } from './sample.ts';

const pushDevice = (word: string) => ({
  endpoint: `https://push.example.org/${encodeURIComponent(word)}`,
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
  language: 'en',
});

export const push: SamplesOf<'push'> = {
  'push.subscribe': inputOf((_, { word }) => pushDevice(word)),
  'push.unsubscribe': inputOf((_, { extra: device_id }) => ({ device_id }), {
    async extra({ ask, word }) {
      const made = async (by: Asker) =>
        (await ask('push.subscribe', pushDevice(`${word}-${by}`), by)).body.data.device_id;
      return { own: await made('self'), far: await made('stranger'), missing: nothing };
    },
  }),
};
