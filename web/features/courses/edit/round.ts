import { courses } from '@gurukul/contract/courses';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { draftOf, type Draft } from './draft.ts';
import type { LoadedCourse } from './loader.tsx';
import { differences, merge, type Compared } from './merge.ts';
import { createStore, type Store } from './store.ts';

export interface Mine {
  readonly base: Draft;
  readonly draft: Draft;
}

/** One version of the course and what is typed on it. Another version begins another round. */
export interface Round {
  readonly number: number;
  readonly loaded: LoadedCourse;
  readonly base: Draft;
  readonly store: Store;
  /** Put aside while the newer version is looked at. */
  readonly aside: Mine | null;
  /** After keeping mine: where it differs from the newer version. */
  readonly compared: readonly Compared[] | null;
}

const begin = (number: number, loaded: LoadedCourse, draft = draftOf(loaded)): Round => ({
  number,
  loaded,
  base: draftOf(loaded),
  store: createStore(draft),
  aside: null,
  compared: null,
});

const keep = (number: number, loaded: LoadedCourse, mine: Mine): Round => {
  const theirs = draftOf(loaded);
  const merged = merge(mine.base, mine.draft, theirs);
  return { ...begin(number, loaded, merged), compared: differences(merged, theirs) };
};

/** The text typed before the session ended, on top of the course as it is now. */
const goOn = (loaded: LoadedCourse, mine: Mine): Round =>
  differences(mine.base, draftOf(loaded)).length === 0 ? begin(1, loaded, mine.draft) : keep(1, loaded, mine);

/** The rounds of one visit: the first, and one more each time somebody else saves in between. */
export function useRounds(first: LoadedCourse, before: Mine | null) {
  const client = useQueryClient();
  const [round, setRound] = useState(() => (before ? goOn(first, before) : begin(1, first)));
  const next = round.number + 1;

  const fetchNewest = () =>
    client.fetchQuery({
      ...query(courses.get_single_course, { student_id: null, course_id: first.data.course.id }),
      staleTime: 0,
    });
  const mineNow = (): Mine => ({ base: round.base, draft: round.store.get() });

  return {
    round,
    mine: (): Mine => round.aside ?? mineNow(),
    loadNewer: async () => {
      const newest = await fetchNewest();
      setRound({ ...begin(next, newest), aside: mineNow() });
    },
    keepMine: async () => {
      const newest = await fetchNewest();
      setRound(keep(next, newest, mineNow()));
    },
    backToMine: () => {
      if (round.aside) setRound(keep(next, round.loaded, round.aside));
    },
    dropMine: () => setRound({ ...round, aside: null }),
    closeComparison: () => setRound({ ...round, compared: null }),
  };
}
