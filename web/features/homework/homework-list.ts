import { homework, homeworkStatuses, type HomeworkRow } from '@gurukul/contract/homework';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { session } from '#web/lib/session.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';

const idIn = (text: string | undefined) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : 0);

/** The homework that the address asks for; it is all here. */
export function useHomework() {
  const [search] = useSearchState();
  const course = idIn(search['course']);
  const group = idIn(search['class']);
  const status = homeworkStatuses.find((known) => known === search['status']);
  const list = useQuery({
    ...query(homework.get_teacher_homework, { user_id: Number(session.uid), course, class: group }),
    placeholderData: keepPreviousData,
    // Somebody else may review the same class: what was read a moment ago is read again.
    staleTime: 0,
  });
  const rows = list.data?.data.filter((row) => status === undefined || row.status === status);
  return { list, rows, course, group, status };
}

export type HomeworkList = ReturnType<typeof useHomework>;

export const rowId = ({ id }: HomeworkRow) => String(id);
