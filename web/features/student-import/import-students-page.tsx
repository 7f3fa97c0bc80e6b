import type { AnsweredRow } from '@gurukul/contract/student-import';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { takeSheet, type TableFile } from '#web/lib/files/table.ts';
import { paths } from '#web/paths.ts';
import { bringTexts } from '#web/texts/bring.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { AppLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useOfferedCourses } from '../classes/use-offered-courses.ts';
import { useBegun } from '#web/layout/use-begun.ts';
import { Steps } from '../spreadsheets/steps.tsx';
import { ImportCheck } from './check.tsx';
import { ImportChoose } from './choose.tsx';
import { clearColumns, ImportColumns } from './choose-columns.tsx';
import { countKnown, nowhere, type StudentColumns } from './columns.ts';
import { ImportDone, type ImportResult } from './done.tsx';
import type { PlaceOfAll } from './place-of-all.tsx';
import { studentsIn, type Sheet } from './read-chosen.ts';

const t = studentsTexts.import;

const steps = ['choose', 'columns', 'check', 'done'] as const;

/** How far somebody has come. */
interface Begun {
  /** Null before one is chosen, and of a pasted text. */
  readonly file: TableFile | null;
  /** Null: nobody has chosen the columns. */
  readonly choice: StudentColumns | null;
  readonly place: PlaceOfAll | null;
  /** What is checked. */
  readonly sheet: Sheet | null;
  readonly answers: readonly AnsweredRow[];
}
const none: Begun = { file: null, choice: null, place: null, sheet: null, answers: [] };

/** Choose a spreadsheet or paste a list, say what its columns are, see what it would do, and have done it. */
export function ImportStudentsPage() {
  const [begun, change] = useBegun('student import', none);
  const [result, setResult] = useState<ImportResult | null>(null);
  const [text, setText] = useState('');
  const [search] = useSearchState();
  /** Whether somebody came back to the first step, and finds the focus there. */
  const [isAgain, setAgain] = useState(false);

  const startAnew = () => {
    change(none);
    setResult(null);
    setAgain(true);
  };
  const { file, choice, sheet, answers } = begun ?? none;
  const place = begun?.place ?? { course: search['course'] ?? '', class_name: search['class'] ?? '' };
  const offered = useOfferedCourses();
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
      sheet: clear && studentsIn(chosen, clear, nowhere),
      answers: [],
    });
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
      <Steps names={steps.map((each) => t.step[each])} at={steps.indexOf(step)} />
      {step === 'choose' && begun !== null ? (
        <ImportChoose
          isFocused={isAgain}
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
            choice={choice}
            onChoice={(said) => change({ choice: said })}
            place={place}
            onPlace={onPlace}
            onGo={(said) => change({ choice: said, sheet: studentsIn(file, said, placed), answers: [] })}
            onOther={startAnew}
          />
        </Panel>
      ) : null}
      {step === 'check' && sheet ? (
        <ImportCheck
          sheet={sheet}
          answers={answers}
          onAnswers={(said) => change({ answers: said })}
          onDone={(saved) => {
            setResult(saved);
            change(none);
          }}
          onColumns={file ? () => change({ sheet: null }) : null}
          onOther={startAnew}
        />
      ) : null}
      {result ? <ImportDone result={result} onAgain={startAnew} /> : null}
    </>
  );
}
