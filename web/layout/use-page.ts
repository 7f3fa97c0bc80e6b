import { useMatches } from '@tanstack/react-router';
import type { Page } from '#web/pages.ts';

/** The row of the page that is open; undefined at an address without a page. */
export const usePage = (): Page | undefined =>
  useMatches({ select: (matches) => matches.at(-1)?.staticData.page });
