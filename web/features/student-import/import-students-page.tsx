import type { AnsweredRow } from '@gurukul/contract/student-import';
import { questions } from '@gurukul/contract/questions';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { putBack, takeSheet, type TableFile } from '#web/lib/files/table.ts';
import { paths } from '#web/paths.ts';
import { bringTexts } from '#web/texts/bring.ts';
import { importsTexts } from '#web/texts/imports.ts';
import { studentImportTexts } from '#web/texts/student-import.ts';
import { AppLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useOfferedCourses } from '../classes/use-offered-courses.ts';
import { Steps } from '../imports/steps.tsx';
import { useDoor } from '../imports/use-door.ts';
import { StudentsCheck } from './check.tsx';
import { ImportChoose } from './choose.tsx';
import { clearColumns, ImportColumns } from './choose-columns.tsx';
import { countKnown, nowhere, type StudentColumns } from './columns.ts';
import { StudentsDone, type ImportResult } from './done.tsx';
import type { PlaceOfAll } from './place-of-all.tsx';
import { studentsIn, type Sheet } from './read-chosen.ts';

const t = studentImportTexts;

const steps = ['choose', 'columns', 'check', 'done'] as const;

/** How far somebody has come. */
interface ImportState {
  /** Null before one is chosen, and of a pasted text. */
  readonly file: TableFile | null;
  /** Null: nobody has chosen the columns. */
  readonly choice: StudentColumns | null;
  readonly place: PlaceOfAll | null;
  /** What is checked. */
  readonly sheet: Sheet | null;
  readonly answers: readonly AnsweredRow[];
}
const none: ImportState = { file: null, choice: null, place: null, sheet: null, answers: [] };

/** Choose a spreadsheet or paste a list, say what its columns are, see what it would do, and have done it. */
export function ImportStudentsPage() {
  const { isReady, file, choice, sheet, answers, ...door } = useDoor<ImportState, ImportResult>(
    'student import',
    none,
  );
  const { change, result, startAnew } = door;
  const [text, setText] = useState('');
  const asked = useQuery(query(questions.get_questions, {})).data?.data ?? [];
  const [search] = useSearchState();
  const offered = useOfferedCourses();
  // Who pastes a list is not asked for the only course. A file may have a column of it.
  const only = file === null && offered.options.length === 1 ? offered.options[0]?.value : undefined;
  const place = door.place ?? { course: search['course'] ?? only ?? '', class_name: search['class'] ?? '' };
  const placed = {
    course_name: offered.options.find(({ value }) => value === place.course)?.label ?? '',
    class_name: place.class_name,
  };
  const onPlace = (said: PlaceOfAll) => change({ place: said });
  const take = (chosen: TableFile) => {
    const clear = clearColumns(chosen);
    change({
      file: chosen,
      choice: clear,
      sheet: clear && studentsIn(chosen, clear, { placed: nowhere, questions: asked }),
      answers: [],
    });
  };
  const withTotals = () => {
    if (file === null || choice === null) return;
    const whole = putBack(file);
    change({ file: whole, sheet: studentsIn(whole, choice, { placed, questions: asked }) });
  };
  const stepOf = () => {
    if (result) return 'done';
    if (sheet) return 'check';
    return file ? 'columns' : 'choose';
  };
  const step = stepOf();

  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <Text size="sm" mb="md">
        <AppLink href={paths.bring}>{bringTexts.title}</AppLink>: {bringTexts.lead}
      </Text>
      <Steps names={importsTexts.stepNames} at={steps.indexOf(step)} />
      {step === 'choose' && isReady ? (
        <ImportChoose
          isFocused={door.isAgain}
          onFile={take}
          paste={{
            text,
            onText: setText,
            place,
            onPlace,
            placed,
            onSheet: (pasted) => change({ sheet: pasted }),
          }}
        />
      ) : null}
      {step === 'columns' && file ? (
        <Panel>
          <ImportColumns
            key={file.at}
            file={file}
            onSheet={(at) => change({ file: takeSheet(file, at, countKnown), choice: null })}
            onPutBack={() => change({ file: putBack(file) })}
            choice={choice}
            onChoice={(said) => change({ choice: said })}
            place={place}
            onPlace={onPlace}
            onGo={(said) =>
              change({
                choice: said,
                sheet: studentsIn(file, said, { placed, questions: asked }),
                answers: [],
              })
            }
            onOther={startAnew}
          />
        </Panel>
      ) : null}
      {step === 'check' && sheet ? (
        <StudentsCheck
          key={sheet.rows.length}
          sheet={sheet}
          answers={answers}
          onAnswers={(said) => change({ answers: said })}
          onDone={door.finish}
          onColumns={file ? () => change({ sheet: null }) : null}
          onPutBack={withTotals}
          onOther={startAnew}
        />
      ) : null}
      {result ? <StudentsDone result={result} onAgain={startAnew} /> : null}
    </>
  );
}
