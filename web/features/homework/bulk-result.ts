import type { HomeworkStatus } from '@gurukul/contract/homework';
import { homeworkTexts } from '#web/texts/homework.ts';

const t = homeworkTexts.many;

export interface BulkResult {
  readonly decided: readonly number[];
  readonly skipped: readonly {
    readonly status: HomeworkStatus;
    readonly decided_by: string | null;
  }[];
}

/** "8 accepted, 1 had already been rejected by Asha Rao" */
export function bulkResult({ decided, skipped }: BulkResult, status: string): string {
  const groups = Map.groupBy(skipped, (each) => `${each.status} ${each.decided_by ?? ''}`);
  const others = [...groups.values()].map((group) =>
    t.already({ n: group.length, status: group[0]!.status, by: (group[0]!.decided_by ?? '') || 'none' }),
  );
  return [t.done({ n: decided.length, status }), ...others].join(', ');
}
