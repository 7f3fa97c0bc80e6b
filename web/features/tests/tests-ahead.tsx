import { tests } from '@gurukul/contract/tests';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { session } from '#web/lib/session.ts';
import { testsTexts } from '#web/texts/tests.ts';
import { Panel } from '#web/ui/panel.tsx';
import { TestList } from './test-list.tsx';

/** On a teacher's schedule: the tests that they take and that wait for their time or a result. Nothing without any. */
export function TestsAhead() {
  const list = useQuery(query(tests.get_tests, {}));
  const rows = list.data?.data.tests.filter(
    ({ state, examiner_id }) => state === 'booked' && String(examiner_id) === session.uid,
  );
  if (!rows || rows.length === 0) return null;
  return (
    <Panel title={testsTexts.title}>
      <TestList
        label={testsTexts.table}
        rows={rows}
        without={['examiner', 'words', 'state']}
        emptyText={testsTexts.none}
      />
    </Panel>
  );
}
