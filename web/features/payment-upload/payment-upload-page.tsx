import { Text } from '@mantine/core';
import { useState } from 'react';
import { useDraft, useKeepDraft } from '#web/layout/use-leave-guard.ts';
import type { TableFile } from '#web/lib/files/table.ts';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { Panel } from '#web/ui/panel.tsx';
import { ChooseFile } from '../spreadsheets/choose-file.tsx';
import { megabytesMax } from '../spreadsheets/read-table.ts';
import { Steps } from '../spreadsheets/steps.tsx';
import { PaymentUploadCheck } from './check.tsx';
import { PaymentUploadColumns } from './choose-columns.tsx';
import { PaymentUploadDone, type UploadResult } from './done.tsx';
import { RecentUploads } from './recent.tsx';
import type { Decisions } from './choices.ts';
import { isSameChoice } from './columns.ts';
import { readUploadFile, rowsMaxText, type UploadPlan } from './file.ts';

const t = paymentUploadTexts;

const undecided: Decisions = new Map();

/** How far somebody has come. */
interface Begun {
  readonly file: TableFile;
  readonly plan: UploadPlan | null;
  readonly isChecked: boolean;
  readonly decisions: Decisions;
}

const draftKey = 'payment upload';

/** Four steps: choose a spreadsheet, say what its columns are, see what it would do, and have done it. */
export function PaymentUpload() {
  const before = useDraft<Begun>(draftKey);
  const [file, setFile] = useState(before?.file ?? null);
  const [plan, setPlan] = useState(before?.plan ?? null);
  const [isChecked, setChecked] = useState(before?.isChecked ?? false);
  const [decisions, setDecisions] = useState(before?.decisions ?? undecided);
  const [result, setResult] = useState<UploadResult | null>(null);
  /** Whether somebody came back to the first step, and finds the focus there. */
  const [isAgain, setAgain] = useState(false);

  useKeepDraft(draftKey, (): Begun | null => (file && !result ? { file, plan, isChecked, decisions } : null));

  const startAnew = () => {
    setFile(null);
    setPlan(null);
    setChecked(false);
    setDecisions(undecided);
    setResult(null);
    setAgain(true);
  };

  const check = (next: UploadPlan) => {
    // Answers about rows that say something else now would be about other payments.
    if (plan && !isSameChoice(plan.columns, next.columns)) setDecisions(undecided);
    setPlan(next);
    setChecked(true);
  };

  const stepOf = () => {
    if (result) return 3;
    if (file && plan && isChecked) return 2;
    return file ? 1 : 0;
  };
  const at = stepOf();

  return (
    <>
      <Panel title={t.title}>
        <Text c="dimmed" mb="md">
          {t.lead}
        </Text>
        <Steps names={t.steps} at={at} />
        {at === 0 ? (
          <ChooseFile
            isFocused={isAgain}
            limits={t.limits(megabytesMax, rowsMaxText)}
            read={readUploadFile}
            onRead={setFile}
          >
            <dl>
              <dt>{t.needed}</dt>
              <dd>{t.neededList}</dd>
              <dt>{t.optional}</dt>
              <dd>{t.optionalList}</dd>
            </dl>
          </ChooseFile>
        ) : null}
        {at === 1 && file ? (
          <PaymentUploadColumns file={file} plan={plan} onPlan={check} onOther={startAnew} />
        ) : null}
        {at === 2 && file && plan ? (
          <PaymentUploadCheck
            file={file}
            plan={plan}
            decisions={decisions}
            onDecisions={setDecisions}
            onDone={setResult}
            onColumns={() => setChecked(false)}
            onOther={startAnew}
          />
        ) : null}
        {result ? <PaymentUploadDone result={result} onAgain={startAnew} /> : null}
      </Panel>
      <RecentUploads />
    </>
  );
}
