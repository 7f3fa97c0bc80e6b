import type { TodayGroup } from '@gurukul/contract/dashboards';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openAt } from '#web/test/open-at.tsx';
import { Today } from './today.tsx';

const teacher = 'teacher';
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what Today shows of a kind without lines
const group = (kind: string) => ({ kind, count: 1, items: [] }) as unknown as TodayGroup;

test.each([
  [['homework_to_check'], 'Every roll of the last two weeks is called'],
  [['homework_to_check', 'unmarked_class'], 'Some rolls are not called yet'],
])('beside %j the lamp says so, and of older rolls it says nothing', async (kinds, says) => {
  openAt('/', {
    '/': () => (
      <Today
        role={teacher}
        groups={kinds.map(group)}
        older={[{ kind: 'unmarked_class', count: 3 }]}
        has={undefined}
        error={null}
        onRetry={() => undefined}
      />
    ),
  });
  await expect.element(page.getByText(says)).toBeInTheDocument();
});
