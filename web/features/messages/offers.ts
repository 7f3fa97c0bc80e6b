import { undone } from '#web/lib/undone.ts';
import type { Draft } from './draft.ts';

/** A mail that an action proposes. */
export interface Offer {
  readonly audience: { readonly class_id: number } | { readonly user_ids: number[] };
  readonly whom: string;
  readonly title: string;
  readonly draft: Draft;
  /** The change that it tells of. */
  readonly changeId?: number;
}

let offer: Offer | null = null;
const listeners = new Set<() => void>();

function show(next: Offer | null) {
  offer = next;
  for (const listener of listeners) listener();
}

/** The offer that stands, for React. The frame of every page has it, so it is small. */
export const offers = {
  show,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => offer,
  end: () => show(null),
};

// What it would tell is no longer true.
undone.addEventListener('undone', offers.end);
