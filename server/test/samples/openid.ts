import { nothing } from '#server/test/planted-school.ts';
import { none, inputOf } from './sample.ts';
import type { Sample, SamplesOf } from './sample.ts';

const openidService = (word: string) => ({
  service_id: null,
  name: `s-${word.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
  label: 'School',
  // Nobody is asked there: the server does not reach this address.
  issuer: `https://127.0.0.1:9/${encodeURIComponent(word)}`,
  client_id: `portal ${word}`,
  client_secret: 'a-secret-of-the-service',
  domains: ['school.test'],
  is_enabled: true,
});

const savedService: NonNullable<Sample['extra']> = async ({ ask, approved, word }) => {
  const input = openidService(word);
  await approved('openid.save_service', input, 'self');
  const { body } = await ask('openid.save_service', input, 'self');
  const { service_id } = body.data;
  await approved('openid.delete_service', { service_id }, 'self');
  return { own: service_id, far: service_id, missing: nothing };
};

export const openid: SamplesOf<'openid'> = {
  'openid.begin': inputOf(() => ({ service: 'school', flag: '' })),
  'openid.finish': inputOf(() => ({
    service: 'school',
    state: 'a-state',
    code: 'a-code',
    iss: 'https://issuer.test',
    error: 'access_denied',
  })),
  'openid.save_service': inputOf((_, { word }) => ({ ...openidService(word), version: 1 }), {
    extra: async ({ approved, word }) => {
      await approved('openid.save_service', { ...openidService(word), version: 1 }, 'self');
      return none;
    },
  }),
  'openid.delete_service': inputOf((_, { extra: service_id }) => ({ service_id }), { extra: savedService }),
  'openid.test_service': inputOf((_, { extra: service_id }) => ({ service_id }), { extra: savedService }),
};
