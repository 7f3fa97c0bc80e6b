import { expect, test } from 'vitest';
import { bulkResult } from './bulk-result.ts';

test('says what was decided', () => {
  expect(bulkResult({ decided: [1, 2, 3], skipped: [] }, 'accepted')).toBe('3 accepted');
});

test('names who was quicker, and counts by person and decision', () => {
  const skipped = [
    { status: 'rejected', decided_by: 'Asha Rao' },
    { status: 'accepted', decided_by: 'Asha Rao' },
    { status: 'rejected', decided_by: 'Asha Rao' },
    { status: 'rejected', decided_by: null },
  ] as const;
  expect(bulkResult({ decided: [], skipped }, 'rejected')).toBe(
    '0 rejected, 2 had already been rejected by Asha Rao, 1 had already been accepted by Asha Rao, 1 had already been rejected',
  );
});
