import { foundKinds } from '@gurukul/contract/search';
import type { search } from '@gurukul/contract/search';
import type { Handlers } from '#server/http/handlers.ts';
import { find } from './queries.ts';
import { wantedOf } from './wanted.ts';

export const searchHandlers: Handlers<typeof search> = {
  async find({ text }, { db, person }) {
    const found = await find(db, person, wantedOf(text));
    const place = new Map(foundKinds.map((kind, index) => [kind, index]));
    // A stable sort: within a kind the best stay first.
    const data = found.toSorted((a, b) => (place.get(a.kind) ?? 0) - (place.get(b.kind) ?? 0));
    return { status: 200, message: 'success', data };
  },
};
