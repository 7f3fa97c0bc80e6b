import { settlementRowsMax } from '@gurukul/contract/settlements';
import { layoutOf } from '@gurukul/contract/shared/files/settlement-layouts';
import { Text } from '@mantine/core';
import { useState } from 'react';
import type { TableFile } from '#web/lib/files/table.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { settlementsTexts } from '#web/texts/settlements.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ChooseFile } from '../spreadsheets/choose-file.tsx';
import { megabytesMax } from '../spreadsheets/read-table.ts';
import { Steps } from '../spreadsheets/steps.tsx';
import { readSettlementFile } from './file.ts';
import { rowsOf } from './sheet-rows.ts';
import { JournalDownload } from './journal.tsx';
import { SettlementCheck, type SettlementQuestion } from './preview.tsx';
import { SavedSettlements } from './saved.tsx';
import { Statement } from './statement.tsx';
import { namedHeader, type StatementChoice } from './statement-columns.ts';

const t = settlementsTexts;
const u = t.upload;

const questionOf = (sheet: TableFile): SettlementQuestion => ({
  file_name: sheet.file_name,
  rows: rowsOf(sheet),
});

const statementOf = (sheet: TableFile, choice: StatementChoice): SettlementQuestion => ({
  ...questionOf({ ...sheet, header: namedHeader(sheet.header, choice) }),
  service: 'bank',
  currency: choice.currency,
});

/** Choose a file, say what the columns of a statement are, and see what explains it. */
function SettlementUpload() {
  const [sheet, setSheet] = useState<TableFile | null>(null);
  const [question, setQuestion] = useState<SettlementQuestion | null>(null);
  const [isAgain, setAgain] = useState(false);
  const take = (read: TableFile) => {
    setSheet(read);
    const service = layoutOf(read.header)?.layout.service;
    const isKnown = service === 'razorpay' || service === 'stripe';
    setQuestion(isKnown ? questionOf(read) : null);
  };
  const startAnew = () => {
    setSheet(null);
    setQuestion(null);
    setAgain(true);
  };
  return (
    <Panel title={u.title}>
      <Text c="dimmed" mb="md">
        {u.lead}
      </Text>
      <Steps names={u.steps} at={sheet ? 1 : 0} />
      {sheet === null ? (
        <ChooseFile
          isFocused={isAgain}
          limits={u.limits(megabytesMax, formatNumber(settlementRowsMax))}
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
      ) : question === null ? (
        <Statement
          sheet={sheet}
          onCheck={(choice) => setQuestion(statementOf(sheet, choice))}
          onOther={startAnew}
        />
      ) : (
        <SettlementCheck question={question} onDone={startAnew} onOther={startAnew} />
      )}
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
