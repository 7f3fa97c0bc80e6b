import { Text } from '@mantine/core';
import { isSameChoice } from '#web/lib/files/columns.ts';
import { putBack, type TableFile } from '#web/lib/files/table.ts';
import { importsTexts } from '#web/texts/imports.ts';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { Panel } from '#web/ui/panel.tsx';
import { ChooseFile } from '../imports/choose-file.tsx';
import { megabytesMax } from '../imports/read-table.ts';
import { Steps } from '../imports/steps.tsx';
import { useDoor } from '../imports/use-door.ts';
import { PaymentUploadCheck, type Reading } from './check.tsx';
import { PaymentUploadColumns, type SaidColumns } from './choose-columns.tsx';
import { PaymentUploadDone, type UploadResult } from './done.tsx';
import { RecentUploads } from './recent.tsx';
import type { Decisions } from './choices.ts';
import { readUploadFile, rowsMaxText, type UploadPlan } from './file.ts';

const t = paymentUploadTexts;

const undecided: Decisions = new Map();

/** How far somebody has come. */
interface UploadState {
  readonly file: TableFile | null;
  readonly said: SaidColumns;
  readonly plan: UploadPlan | null;
  readonly isChecked: boolean;
  readonly decisions: Decisions;
  readonly asked: Reading;
}
const none: UploadState = {
  file: null,
  said: { columns: null, courseId: '' },
  plan: null,
  isChecked: false,
  decisions: undecided,
  asked: {},
};

/** Four steps: choose a spreadsheet, say what its columns are, see what it would do, and have done it. */
export function PaymentUpload() {
  const {
    isReady,
    file,
    said,
    plan,
    isChecked,
    decisions,
    asked,
    change,
    result,
    isAgain,
    finish,
    startAnew,
  } = useDoor<UploadState, UploadResult>('payment upload', none);

  const check = (next: UploadPlan) => {
    // Answers about rows that say something else now would be about other payments.
    const isOther = plan !== null && !isSameChoice(plan.columns, next.columns);
    change({ plan: next, isChecked: true, ...(isOther ? { decisions: undecided, asked: {} } : {}) });
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
        <Steps names={importsTexts.stepNames} at={at} />
        {at === 0 && isReady ? (
          <ChooseFile
            isFocused={isAgain}
            limits={t.limits({ megabytes: megabytesMax, rows: rowsMaxText })}
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
            key={file.lines.length}
            file={file}
            plan={plan}
            decisions={decisions}
            onDecisions={(now) => change({ decisions: now })}
            reading={asked}
            onReading={(now) => change({ asked: now })}
            onDone={finish}
            onColumns={() => change({ isChecked: false, said: { ...said, columns: plan.columns } })}
            onPutBack={() => change({ file: putBack(file) })}
            onOther={startAnew}
          />
        ) : null}
        {result ? <PaymentUploadDone result={result} onAgain={startAnew} /> : null}
      </Panel>
      <RecentUploads />
    </>
  );
}
