import { Alert, Group, NativeSelect, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { unusedIn, type Choice } from '#web/lib/files/columns.ts';
import { otherSheets, type TableFile } from '#web/lib/files/table.ts';
import { importsTexts } from '#web/texts/imports.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FocusedTitle } from '#web/ui/focused-title.tsx';
import { ColumnFields, namesOf, type ColumnField } from './column-fields.tsx';
import { WayBack } from './import-check.tsx';
import { NotTaken, type LeftOut } from './not-taken.tsx';

const t = importsTexts.columns;

/** What of a file is not taken when its columns are chosen so. */
export const leftOf = <Field extends string>(file: TableFile, choice: Choice<Field>): LeftOut => ({
  columns: unusedIn(choice, file).map(namesOf(file.header)),
  sheets: otherSheets(file),
  rows: file.leftOut,
});

interface ColumnStepProps<Field extends string> {
  title?: string;
  order?: 2 | 3;
  lead: string;
  file: TableFile;
  onSheet: (at: number) => void;
  /** Takes the rows that were left out after all. */
  onPutBack: () => void;
  fields: readonly ColumnField<Field>[];
  choice: Choice<Field>;
  before?: readonly (Choice<Field> | null)[];
  /** The columns are those of an earlier file. */
  isRemembered: boolean;
  onChoice: (choice: Choice<Field>, changed: Field) => void;
  /** Further fields of the door. */
  children?: ReactNode;
  /** What is missing or unsure, though one may go on; '' for nothing. */
  warnings: readonly ReactNode[];
  /** Why one cannot go on. */
  reason: string | null;
  goLabel?: string;
  onGo: () => void;
  onOther: () => void;
}

/** The step between a file and what it does: what its columns are, and what of it is not taken. */
export function ColumnStep<Field extends string>(props: ColumnStepProps<Field>) {
  const { file, choice, before, isRemembered, warnings } = props;
  return (
    <>
      <FocusedTitle order={props.order ?? 3}>{props.title ?? t.title({ file: file.file_name })}</FocusedTitle>
      <Text mb="md">{props.lead}</Text>
      {isRemembered ? <Notice>{t.remembered}</Notice> : null}
      {file.sheets.length > 1 ? (
        <NativeSelect
          maw="20rem"
          label={t.sheet}
          data={file.sheets.map(({ name }, at) => ({ value: String(at), label: name }))}
          value={String(file.at)}
          onChange={({ currentTarget }) => props.onSheet(Number(currentTarget.value))}
        />
      ) : null}
      <ColumnFields
        key={file.at}
        table={file}
        fields={props.fields}
        choice={choice}
        before={before}
        onChoice={props.onChoice}
      >
        {props.children}
      </ColumnFields>
      {warnings.map((warning, index) =>
        warning === '' ? null : (
          // oxlint-disable-next-line react/no-array-index-key -- they keep their order and have no state
          <Alert key={index} color="orange" variant="light" mt="md">
            {warning}
          </Alert>
        ),
      )}
      <NotTaken {...leftOf(file, choice)} onPutBack={props.onPutBack} />
      <Group gap="sm" mt="lg">
        <ActionButton size="md" disabledReason={props.reason} onClick={props.onGo}>
          {props.goLabel ?? t.check({ count: file.lines.length })}
        </ActionButton>
        <WayBack label={importsTexts.another} isBusy={false} onClick={props.onOther} />
      </Group>
    </>
  );
}
