import { dayInAddress } from '#web/lib/address/day-in-address.ts';
import { stringifySearch, useSearchState, type PlainSearch } from '#web/lib/address/address-search.ts';
import { idIn } from '#web/lib/address/route-id.ts';
import { paths, type Address } from '#web/paths.ts';

/** What figures are about, as calls ask for it. */
export interface About {
  readonly week: string | undefined;
  readonly course_id: number | null;
  readonly class_id: number | null;
}

export const aboutOf = (search: PlainSearch): About => ({
  week: dayInAddress(search['week']) || undefined,
  course_id: idIn(search['course']),
  class_id: idIn(search['class']),
});

export function useAbout() {
  const [search, change] = useSearchState();
  return { about: aboutOf(search), search, change };
}

/** The list of what a figure counts. */
export const figureList = (
  figure: string,
  { week, course_id, class_id }: About,
  more: Readonly<Record<string, string | number>> = {},
): Address =>
  `${paths.figures}${stringifySearch({ figure, week, course: course_id, class: class_id, ...more })}`;
