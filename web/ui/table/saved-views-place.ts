import { createContext, type ComponentType } from 'react';
import type { TableViews } from '#web/lib/address/table-search.ts';

export interface SavedViewsProps {
  /** The table's own name. */
  label: string;
  table: TableViews;
}

/** Loads the saved views of a list: the component, and what the server knows of them. */
export type LoadSavedViews = (list: string) => Promise<ComponentType<SavedViewsProps>>;

/**
 * The kit asks no server: what is around it passes the part of the menu that does. A file of its own, because the frame
 * of every page needs it, and a dashboard has no table.
 */
export const SavedViewsPlace = createContext<LoadSavedViews | null>(null);
