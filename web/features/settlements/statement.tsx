import { currencies } from '@gurukul/contract/shared/money/money';
import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import type { TableFile } from '#web/lib/files/table.ts';
import { settlementsTexts } from '#web/texts/settlements.ts';
import { ColumnStep } from '../spreadsheets/column-step.tsx';
import { rememberColumns, rememberedColumns } from '../spreadsheets/remembered-columns.ts';
import { isEnough, planStatement, statementFields, type StatementChoice } from './statement-columns.ts';

const t = settlementsTexts.statement;

const door = 'statements';

interface StatementProps {
  file: TableFile;
  onSheet: (at: number) => void;
  /** Null: nobody has said anything. */
  said: StatementChoice | null;
  onSaid: (said: StatementChoice) => void;
  onCheck: (choice: StatementChoice) => void;
  onOther: () => void;
}

/** What the columns of a statement are, and its currency. The file says most of it, and a person may know better. */
export function Statement({ file, onSheet, said, onSaid, onCheck, onOther }: StatementProps) {
  const remembered = useMemo(() => rememberedColumns(door, file, statementFields), [file]);
  const planned = useMemo(() => planStatement(file.header, file.lines), [file]);
  const { columns, currency } = said ?? {
    columns: remembered.choice ?? planned.columns,
    currency: remembered.currency || planned.currency,
  };
  return (
    <ColumnStep
      title={t.title(file.file_name)}
      lead={t.lead}
      file={file}
      onSheet={onSheet}
      fields={statementFields.map((field) => ({ field, label: t.fields[field] }))}
      choice={columns}
      isRemembered={remembered.choice !== null && said === null}
      onChoice={(chosen) => onSaid({ columns: chosen, currency })}
      warnings={[]}
      reason={isEnough(columns) ? null : t.missing}
      goLabel={t.check}
      onGo={() => {
        rememberColumns(door, file.header, { choice: columns, currency });
        onCheck({ columns, currency });
      }}
      onOther={onOther}
    >
      <NativeSelect
        label={t.currency}
        data={[...currencies]}
        value={currency}
        onChange={(event) => onSaid({ columns, currency: event.currentTarget.value })}
      />
    </ColumnStep>
  );
}
