import { idIn } from '#web/lib/address/route-id.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';

/** What belongs to the course chosen before, not to the next one. */
const leftBehind = { class: '', page: '', sort: '', 'teachers-page': '' } as const;

/** The chosen course and class slot, kept in the address; the address of a course chooses it by itself. */
export function useChosen(ofAddress: number | null) {
  const [search, change] = useSearchState();
  return {
    courseId: idIn(search['course']) ?? ofAddress,
    slotId: idIn(search['class']),
    chooseCourse: (id: string) => change({ course: id, ...leftBehind }),
    chooseSlot: (id: string | number) => change({ class: id }),
  };
}
