import type { studentImport } from '@gurukul/contract/student-import';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import { Stack, Text } from '@mantine/core';
import { SetupOnDashboard } from '#web/features/setup/setup-on-dashboard.tsx';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { studentImportTexts } from '#web/texts/student-import.ts';
import { Panel } from '#web/ui/panel.tsx';
import { ImportDone } from '../imports/import-done.tsx';

const t = studentImportTexts;

export type ImportResult = CallOutput<typeof studentImport.students>['data'];

interface StudentsDoneProps {
  result: ImportResult;
  onAgain: () => void;
}

/** The last step: what was done. */
export function StudentsDone({ result, onAgain }: StudentsDoneProps) {
  const isOffice = session.role === 'admin';
  const { created, enrolled, asked, questions, waiting } = result;
  const shown = [
    isOffice ? 'created' : 'asked',
    'enrolled',
    'unchanged',
    ...(questions > 0 ? (['questions'] as const) : []),
    ...(waiting > 0 ? (['waiting'] as const) : []),
    'skipped',
  ] as const;
  return (
    <Stack>
      {isOffice ? <SetupOnDashboard /> : null}
      <Panel>
        <ImportDone
          title={created + enrolled + asked > 0 ? t.doneTitle : t.doneNothing}
          figures={shown.map((id) => ({ id, label: t.results[id], value: result[id] }))}
          list={{ href: isOffice ? paths.students : paths.allStudents, label: t.toList }}
          onAgain={onAgain}
        />
        {asked > 0 ? (
          <Text size="sm" c="dimmed" mt="sm">
            {t.askNote}
          </Text>
        ) : null}
      </Panel>
    </Stack>
  );
}
