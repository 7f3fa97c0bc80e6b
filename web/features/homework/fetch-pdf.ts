import { homework, type HomeworkRow } from '@gurukul/contract/homework';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { send, timeoutMs } from '#web/calls/client.ts';
import { session } from '#web/lib/session.ts';
import { homeworkTexts } from '#web/texts/homework.ts';

async function bytesAt(link: string): Promise<ArrayBuffer> {
  const response = await fetch(link, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(homeworkTexts.preview.failed);
  return response.arrayBuffer();
}

/** Links work for some minutes: one that does not is asked for afresh, once. */
async function pdfOf({ id, home_work: link }: HomeworkRow, renew: () => Promise<string | null>) {
  try {
    return await bytesAt(link ?? '');
  } catch {
    const fresh = await renew();
    if (fresh === null) throw new Error(homeworkTexts.preview.gone, { cause: id });
    return bytesAt(fresh);
  }
}

/** The list of the signed-in teacher, for a fresh link. */
export function useOwnHomework() {
  const client = useQueryClient();
  return async (): Promise<readonly HomeworkRow[]> => {
    const all = { user_id: Number(session.uid), course: 0, class: 0 };
    const { data } = await send(homework.get_teacher_homework, all);
    void client.invalidateQueries({ queryKey: [homework.get_teacher_homework.path] });
    return data;
  };
}

/** The bytes of a row's PDF, if it has one, for as long as it is shown. `readAgain` reads the list that the row is in. */
export function usePdf(row: HomeworkRow, readAgain: () => Promise<readonly HomeworkRow[]>) {
  const renew = async () => (await readAgain()).find(({ id }) => id === row.id)?.home_work ?? null;
  return useQuery({
    queryKey: ['homework pdf', row.id],
    queryFn: () => pdfOf(row, renew),
    enabled: Boolean(row.home_work),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
}
