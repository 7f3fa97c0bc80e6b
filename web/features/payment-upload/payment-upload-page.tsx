import { Text } from '@mantine/core';
import { useState } from 'react';
import { useBegun } from '#web/layout/use-begun.ts';
import { isSameChoice } from '#web/lib/files/columns.ts';
import type { TableFile } from '#web/lib/files/table.ts';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { Panel } from '#web/ui/panel.tsx';
import { ChooseFile } from '../spreadsheets/choose-file.tsx';
import { megabytesMax } from '../spreadsheets/read-table.ts';
import { Steps } from '../spreadsheets/steps.tsx';
import { PaymentUploadCheck } from './check.tsx';
import { PaymentUploadColumns, type SaidColumns } from './choose-columns.tsx';
import { PaymentUploadDone, type UploadResult } from './done.tsx';
import { RecentUploads } from './recent.tsx';
import type { Decisions } from './choices.ts';
import type { Reading } from './use-preview.ts';
import { readUploadFile, rowsMaxText, type UploadPlan } from './file.ts';

const t = paymentUploadTexts;

const undecided: Decisions = new Map();

/** How far somebody has come. */
interface Begun {
  readonly file: TableFile | null;
  readonly said: SaidColumns;
  readonly plan: UploadPlan | null;
  readonly isChecked: boolean;
  readonly decisions: Decisions;
  readonly reading: Reading | null;
}
const none: Begun = {
  file: null,
  said: { columns: null, courseId: '' },
  plan: null,
  isChecked: false,
  decisions: undecided,
  reading: null,
};

/** Four steps: choose a spreadsheet, say what its columns are, see what it would do, and have done it. */
export function PaymentUpload() {
  const [begun, change] = useBegun('payment upload', none);
  const { file, said, plan, isChecked, decisions, reading } = begun ?? none;
  const [result, setResult] = useState<UploadResult | null>(null);
  /** Whether somebody came back to the first step, and finds the focus there. */
  const [isAgain, setAgain] = useState(false);

  const startAnew = () => {
    change(none);
    setResult(null);
    setAgain(true);
  };

  const check = (next: UploadPlan) => {
    // Answers about rows that say something else now would be about other payments.
    const isOther = plan !== null && !isSameChoice(plan.columns, next.columns);
    change({ plan: next, isChecked: true, ...(isOther ? { decisions: undecided, reading: null } : {}) });
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
        {at === 0 && begun !== null ? (
          <ChooseFile
            isFocused={isAgain}
            limits={t.limits(megabytesMax, rowsMaxText)}
            read={readUploadFile}
            onRead={(chosen) => change({ file: chosen })}
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
          <PaymentUploadColumns
            file={file}
            onFile={(other) => change({ ...none, file: other, said: { ...said, columns: null } })}
            said={said}
            onSaid={(now) => change({ said: now })}
            isFirst={plan === null}
            onPlan={check}
            onOther={startAnew}
          />
        ) : null}
        {at === 2 && file && plan ? (
          <PaymentUploadCheck
            file={file}
            plan={plan}
            decisions={decisions}
            onDecisions={(now) => change({ decisions: now })}
            reading={reading}
            onReading={(now) => change({ reading: now })}
            onDone={(saved) => {
              setResult(saved);
              change(none);
            }}
            onColumns={() => change({ isChecked: false, said: { ...said, columns: plan.columns } })}
            onOther={startAnew}
          />
        ) : null}
        {result ? <PaymentUploadDone result={result} onAgain={startAnew} /> : null}
      </Panel>
      <RecentUploads />
    </>
  );
}
