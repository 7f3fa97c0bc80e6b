import { namedThings, viewsMax, viewsOfPersonMax } from '@gurukul/contract/views';
import type { views } from '@gurukul/contract/views';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { countViews, deleteView, listReached, listViews, saveView } from './queries.ts';
import type { NamedId } from './queries.ts';

/** What an address names by id. */
function namedIn(address: string): NamedId[] {
  const search = new URLSearchParams(address);
  return namedThings.flatMap((kind) => {
    const text = search.get(kind) ?? '';
    return /^[1-9]\d{0,14}$/.test(text) ? [{ kind, id: Number(text) }] : [];
  });
}

const keyOf = ({ kind, id }: NamedId) => `${kind} ${id}`;

export const viewsHandlers: Handlers<typeof views> = {
  async list_views({ list }, { db, person }) {
    const stored = await listViews(db, person, list);
    const named = stored.flatMap(({ address }) => namedIn(address));
    const found = named.length === 0 ? [] : await listReached(db, person, named);
    const seen = new Set(found.map(keyOf));
    const data = stored.map(({ may_change, ...view }) => ({
      ...view,
      gone: namedIn(view.address)
        .filter((one) => !seen.has(keyOf(one)))
        .map(({ kind }) => kind),
      can: { change: may_change },
    }));
    return { status: 200, message: 'success', data };
  },

  async save_view(view, { db, person }) {
    const { of_list, of_person } = await countViews(db, person, view);
    if (of_list >= viewsMax || of_person >= viewsOfPersonMax) throw fail('views_full');
    const view_id = await saveView(db, person, view);
    if (view_id === null) throw fail('view_name_taken');
    return { status: 200, message: 'success', data: { view_id } };
  },

  async delete_view({ view_id }, { db, person }) {
    if ((await deleteView(db, person, view_id)) === 0) throw fail('not_found');
    return { status: 200, message: 'success' };
  },
};
