import { createContext, type ComponentType } from 'react';
import type { TableViews } from '#web/lib/address/table-search.ts';

export interface SavedViewsProps {
  /** The table's own name. */
  label: string;
  table: TableViews;
}

/** Loads the component of the saved views of a list. */
export type LoadSavedViews = () => Promise<ComponentType<SavedViewsProps>>;

export interface SavedViewsParts {
  /** The part of the menu. */
  readonly load: LoadSavedViews;
  /** The views as tabs, which come after the rows. */
  readonly Tabs: ComponentType<SavedViewsProps>;
}

/**
 * The kit asks no server: what is around it passes the parts that do. A file of its own, because the frame
 * of every page needs it, and a dashboard has no table.
 */
export const SavedViewsPlace = createContext<SavedViewsParts | null>(null);
