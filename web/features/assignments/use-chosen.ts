import { useSearchState } from '#web/lib/address/address-search.ts';
import { useNavigate } from '#web/lib/address/navigate.ts';
import { idIn } from '#web/lib/address/route-id.ts';
import { session } from '#web/lib/session.ts';
import { paths, to } from '#web/paths.ts';

/** What belongs to the course chosen before, not to the next one. */
const leftBehind = { class: '', 'classes-page': '', 'classes-q': '', 'teachers-page': '' } as const;

/** The chosen course and class slot, kept in the address; the address of a course chooses it by itself. */
export function useChosen(ofAddress: number | null) {
  const [search, change] = useSearchState();
  const navigate = useNavigate();
  return {
    courseId: idIn(search['course']) ?? ofAddress,
    slotId: idIn(search['class']),
    chooseCourse: (id: string) => {
      session.select({ course: id });
      if (ofAddress !== null && id !== '') void navigate({ to: to(paths.manage, Number(id)) });
      else change({ course: id, ...leftBehind });
    },
    chooseSlot: (id: string | number) => change({ class: id }),
  };
}
