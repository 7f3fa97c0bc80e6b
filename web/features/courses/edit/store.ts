import { createContext, use, useSyncExternalStore } from 'react';
import { uploadsUnderWay } from '#web/lib/files/uploads-under-way.ts';
import type { Draft } from './draft.ts';

type Listener = () => void;

/**
 * Holds what is being typed, outside of React: a keystroke in one field draws that field's part of the form and
 * nothing else.
 */
export function createStore(initial: Draft) {
  let draft = initial;
  const listeners = new Set<Listener>();

  return {
    get: () => draft,
    set: <K extends keyof Draft>(key: K, change: (old: Draft[K]) => Draft[K]) => {
      draft = { ...draft, [key]: change(draft[key]) };
      for (const listener of listeners) listener();
    },
    subscribe: (listener: Listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    ...uploadsUnderWay(),
  };
}

export type Store = ReturnType<typeof createStore>;

/** What is wrong, by field, as of the last attempt to save. */
export type Faults = Readonly<Record<string, string>>;

interface Editing {
  readonly store: Store;
  readonly courseId: number;
  readonly isLocked: boolean;
}

export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = use(EditingContext);
  if (!editing) throw new Error('outside of the edit form');
  return editing;
}

export const FaultsContext = createContext<Faults>({});

/** One field's fault; '' when it is fine. */
export const useFault = (field: string) => use(FaultsContext)[field] ?? '';

/** A part of the draft, drawn anew when that part changes. The selector returns what is stored, nothing made on the way. */
export function usePart<T>(select: (draft: Draft) => T): T {
  const { store } = useEditing();
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
