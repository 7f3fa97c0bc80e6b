import { useRouteId } from '#web/lib/route-id.ts';
import { useSearchState } from '#web/lib/address-search.ts';

const idOf = (text: string | undefined) =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

/** What belongs to the course chosen before, not to the next one. */
const leftBehind = { class: '', page: '', sort: '', 'teachers-page': '' } as const;

/** The chosen course and class timing, kept in the address; the address of a course chooses it by itself. */
export function useChosen() {
  const routeId = useRouteId();
  const [search, change] = useSearchState();
  return {
    routeId,
    courseId: idOf(search['course']) ?? routeId,
    slotId: idOf(search['class']),
    chooseCourse: (id: string) => change({ course: id, ...leftBehind }),
    chooseSlot: (id: string | number) => change({ class: id }),
  };
}
