import { settlementFields, settlementLayouts } from '@gurukul/contract/shared/files/settlement-layouts';
import { currencies } from '@gurukul/contract/shared/money/money';
import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import type { TableFile } from '#web/lib/files/table.ts';
import { settlementsTexts } from '#web/texts/settlements.ts';
import { ColumnStep } from '../imports/column-step.tsx';
import { rememberColumns, rememberedColumns } from '../imports/remembered-columns.ts';
import {
  fieldsIn,
  isEnough,
  layoutNamed,
  layoutOfChoice,
  planStatement,
  type StatementChoice,
} from './statement-columns.ts';

const t = settlementsTexts.statement;

const door = 'statements';

interface StatementProps {
  file: TableFile;
  onSheet: (at: number) => void;
  onPutBack: () => void;
  /** Null: nobody has said anything. */
  said: StatementChoice | null;
  onSaid: (said: StatementChoice) => void;
  onCheck: (choice: StatementChoice) => void;
  onOther: () => void;
}

/** Whose file it is, what its columns are, and its currency. The file says most of it, and a person may know better. */
export function Statement({ file, onSheet, onPutBack, said, onSaid, onCheck, onOther }: StatementProps) {
  const remembered = useMemo(() => rememberedColumns(door, file, settlementFields), [file]);
  const planned = useMemo(() => planStatement(file.header, file.lines), [file]);
  const choice = said ?? {
    layout: remembered.choice === null ? planned.layout : layoutOfChoice(remembered.choice),
    columns: remembered.choice ?? planned.columns,
    currency: remembered.currency || planned.currency,
  };
  const { layout, columns, currency } = choice;
  const lacking = layoutNamed(layout).needs.filter((field) => columns[field] === undefined);
  const missing =
    layout === 'bank'
      ? t.missing
      : t.missingOf({ names: lacking.map((field) => t.fields[field]).join(', ') });
  return (
    <ColumnStep
      lead={t.lead}
      file={file}
      onSheet={onSheet}
      onPutBack={onPutBack}
      fields={fieldsIn(layout).map((field) => ({ field, label: t.fields[field] }))}
      choice={columns}
      isRemembered={remembered.choice !== null && said === null}
      onChoice={(chosen) => onSaid({ ...choice, columns: chosen })}
      warnings={[]}
      reason={isEnough(choice) ? null : missing}
      onGo={() => {
        rememberColumns(door, file.header, { choice: columns, currency });
        onCheck(choice);
      }}
      onOther={onOther}
    >
      <NativeSelect
        label={t.layout}
        data={settlementLayouts.map(({ name }) => ({ value: name, label: t.layouts[name] }))}
        value={layout}
        onChange={({ currentTarget: { value } }) => {
          const named = settlementLayouts.find(({ name }) => name === value)!.name;
          onSaid({ ...planStatement(file.header, file.lines, named), currency });
        }}
      />
      {columns.currency === undefined ? (
        <NativeSelect
          label={t.currency}
          data={[...currencies]}
          value={currency}
          onChange={(event) => onSaid({ ...choice, currency: event.currentTarget.value })}
        />
      ) : null}
    </ColumnStep>
  );
}
