import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Ids } from '#web/paths.ts';

/** An id from an address; null if the text cannot be an id. */
export const idIn = (text: string | undefined): number | null =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null;

/** The component of a page: a function of the ids in its address. */
export type PageOf<Route> = (ids: Ids<Route>) => ReactNode;

/** Gives a page the ids in its address. The router has only texts, by the same names. */
export const withIds = <Route>(page: PageOf<Route>) =>
  function Opened() {
    const params: Readonly<Record<string, string>> = useParams({ strict: false });
    const ids = Object.entries(params).map(([name, text]) => [name, idIn(text)]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the router matched this route
    return page(Object.fromEntries(ids) as Ids<Route>);
  };
