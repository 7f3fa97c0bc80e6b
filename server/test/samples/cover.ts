import { mondayIn, offerSecret } from '#server/test/planted-school.ts';
import { inputOf } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const cover: SamplesOf<'cover'> = {
  'cover.ask_cover': inputOf((o) => ({
    from: mondayIn(10),
    to: mondayIn(10),
    slot_id: o.slot,
    teacher_id: o.teacher,
    reason: 'I am ill',
    ask: [],
    preview: false,
  })),
  'cover.read_offers': inputOf((o) => ({ secret: offerSecret(o.className) })),
  'cover.answer_cover': inputOf((o) => ({
    secret: offerSecret(o.className),
    cover_id: o.cover,
    accept: true,
  })),
  'cover.take_cover': inputOf((o) => ({ cover_id: o.cover, accept: false }), { mayBeIdle: true }),
  'cover.close_cover': inputOf((o) => ({ cover_id: o.cover })),
  'cover.delete_away': inputOf((o) => ({ away_id: o.away })),
  'cover.get_hours': inputOf(() => ({ from: mondayIn(0), to: mondayIn(1) })),
};
