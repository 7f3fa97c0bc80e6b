import { Button, Group, Text } from '@mantine/core';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { FocusedTitle } from '#web/ui/focused-title.tsx';
import { linkTo } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Figures } from '../spreadsheets/figures.tsx';

const t = studentsTexts.import;

export interface ImportResult {
  readonly created: number;
  readonly enrolled: number;
  readonly asked: number;
  readonly unchanged: number;
  readonly questions: number;
  readonly skipped: number;
  readonly waiting: number;
}

const studentList = () => (session.role === 'admin' ? paths.students : paths.allStudents);

interface ImportDoneProps {
  result: ImportResult;
  onAgain: () => void;
}

/** Step 3: what was done. */
export function ImportDone({ result, onAgain }: ImportDoneProps) {
  const { created, enrolled, asked, unchanged, questions, skipped, waiting } = result;
  const isOffice = session.role === 'admin';
  return (
    <Panel>
      <FocusedTitle>{created + enrolled + asked > 0 ? t.doneTitle : t.doneNothing}</FocusedTitle>
      <Figures
        figures={[
          isOffice
            ? { id: 'created', label: t.results.created, value: created }
            : { id: 'asked', label: t.results.asked, value: asked },
          { id: 'enrolled', label: t.results.enrolled, value: enrolled },
          { id: 'unchanged', label: t.results.unchanged, value: unchanged },
          ...(questions > 0 ? [{ id: 'questions', label: t.results.questions, value: questions }] : []),
          ...(waiting > 0 ? [{ id: 'waiting', label: t.results.waiting, value: waiting }] : []),
          { id: 'skipped', label: t.results.skipped, value: skipped },
        ]}
      />
      {asked > 0 ? (
        <Text size="sm" c="dimmed" mt="sm">
          {t.askNote}
        </Text>
      ) : null}
      <Group gap="sm" mt="lg">
        <Button renderRoot={linkTo(studentList())}>{t.toList}</Button>
        <Button variant="default" onClick={onAgain}>
          {t.importAnother}
        </Button>
      </Group>
    </Panel>
  );
}
