import { Text } from '@mantine/core';
import { useState } from 'react';
import { useDraft, useKeepDraft } from '#web/layout/use-leave-guard.ts';
import { paths } from '#web/paths.ts';
import { bringTexts } from '#web/texts/bring.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { AppLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Steps } from '../spreadsheets/steps.tsx';
import { ImportCheck } from './check.tsx';
import { ImportChoose } from './choose.tsx';
import { ImportDone, type ImportResult } from './done.tsx';
import type { Sheet } from './read-chosen.ts';

const t = studentsTexts.import;

const steps = ['choose', 'check', 'done'] as const;
type Step = (typeof steps)[number];

const draftKey = 'student import';

/** Three steps: choose a spreadsheet or paste a list, see what it would do, and have done it. */
export function ImportStudentsPage() {
  const kept = useDraft<Sheet>(draftKey);
  const [sheet, setSheet] = useState<Sheet | null>(kept);
  const [result, setResult] = useState<ImportResult | null>(null);
  const [text, setText] = useState('');
  /** Whether somebody came back to the first step, and finds the focus there. */
  const [isAgain, setAgain] = useState(false);

  useKeepDraft(draftKey, () => (result ? null : sheet));

  const startAnew = () => {
    setSheet(null);
    setResult(null);
    setAgain(true);
  };

  const stepOf = (): Step => {
    if (result) return 'done';
    return sheet ? 'check' : 'choose';
  };

  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <Text size="sm" mb="md">
        <AppLink href={paths.bring}>{bringTexts.title}</AppLink>: {bringTexts.lead}
      </Text>
      <Steps names={steps.map((step) => t.step[step])} at={steps.indexOf(stepOf())} />
      {sheet ? null : <ImportChoose isFocused={isAgain} text={text} onText={setText} onSheet={setSheet} />}
      {sheet && !result ? <ImportCheck sheet={sheet} onDone={setResult} onOther={startAnew} /> : null}
      {result ? <ImportDone result={result} onAgain={startAnew} /> : null}
    </>
  );
}
