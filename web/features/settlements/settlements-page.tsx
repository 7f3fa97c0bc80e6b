import { settlementRowsMax } from '@gurukul/contract/settlements';
import { countKnownColumns, layoutOf } from '@gurukul/contract/shared/files/settlement-layouts';
import { Text } from '@mantine/core';
import { putBack, takeSheet, type TableFile } from '#web/lib/files/table.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { importsTexts } from '#web/texts/imports.ts';
import { settlementsTexts } from '#web/texts/settlements.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ChooseFile } from '../imports/choose-file.tsx';
import { megabytesMax } from '../imports/read-table.ts';
import { Steps } from '../imports/steps.tsx';
import { useDoor } from '../imports/use-door.ts';
import { readSettlementFile } from './file.ts';
import { rowsOf } from './sheet-rows.ts';
import { JournalDownload } from './journal.tsx';
import { SettlementCheck, type SettlementQuestion } from './preview.tsx';
import { SavedSettlements } from './saved.tsx';
import { Statement } from './statement.tsx';
import { layoutNamed, namedHeader, type StatementChoice } from './statement-columns.ts';

const t = settlementsTexts;
const u = t.upload;

const questionOf = (sheet: TableFile): SettlementQuestion => ({
  file_name: sheet.file_name,
  rows: rowsOf(sheet),
});

const statementOf = (file: TableFile, choice: StatementChoice): SettlementQuestion => ({
  ...questionOf({ ...file, header: namedHeader(file, choice) }),
  service: layoutNamed(choice.layout).service,
  currency: choice.currency,
});

/** How far somebody has come. */
interface SettlementState {
  readonly file: TableFile | null;
  /** What was said about the columns of a statement; null: nothing. */
  readonly said: StatementChoice | null;
  /** What is checked, with the answers about it. */
  readonly question: SettlementQuestion | null;
}
const none: SettlementState = { file: null, said: null, question: null };

/** Choose a file, say what the columns of a statement are, and see what explains it. */
function SettlementUpload() {
  const { isReady, file, said, question, change, isAgain, startAnew } = useDoor('settlements', none);
  const take = (chosen: TableFile) => {
    const service = layoutOf(chosen.header)?.layout.service;
    const isKnown = service === 'razorpay' || service === 'stripe';
    change({ file: chosen, said: null, question: isKnown ? questionOf(chosen) : null });
  };
  return (
    <Panel title={u.title}>
      <Text c="dimmed" mb="md">
        {u.lead}
      </Text>
      <Steps names={importsTexts.stepNames.slice(0, 3)} at={question ? 2 : file ? 1 : 0} />
      {file === null && isReady ? (
        <ChooseFile
          isFocused={isAgain}
          limits={u.limits({ megabytes: megabytesMax, rows: formatNumber(settlementRowsMax) })}
          accepted=".xlsx,.xls,.csv,.json"
          read={readSettlementFile}
          onRead={take}
        >
          <div>
            <Text fw={600} mb="xs">
              {u.kinds}
            </Text>
            <dl>
              {(['razorpay', 'stripe', 'bank'] as const).map((service) => [
                <dt key={service}>{t.services[service]}</dt>,
                <dd key={`${service} files`}>{u[service]}</dd>,
              ])}
            </dl>
          </div>
        </ChooseFile>
      ) : null}
      {file !== null && question === null ? (
        <Statement
          file={file}
          onSheet={(at) => take(takeSheet(file, at, countKnownColumns))}
          onPutBack={() => take(putBack(file))}
          said={said}
          onSaid={(now) => change({ said: now })}
          onCheck={(choice) => change({ said: choice, question: statementOf(file, choice) })}
          onOther={startAnew}
        />
      ) : null}
      {file !== null && question !== null ? (
        <SettlementCheck
          file={file}
          question={question}
          onQuestion={(now) => change({ question: now })}
          onColumns={() => change({ question: null })}
          onDone={startAnew}
          onOther={startAnew}
        />
      ) : null}
    </Panel>
  );
}

/** /Settlements: what was paid out and why, and the journal of a month. */
export function SettlementsPage() {
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <SettlementUpload />
      <SavedSettlements />
      <JournalDownload />
    </>
  );
}
