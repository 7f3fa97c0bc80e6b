import type { PaymentColumn } from '@gurukul/contract/payment-upload';
import { NativeSelect } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { cellAt } from '#web/lib/files/columns.ts';
import { putBack, takeSheet, type TableFile } from '#web/lib/files/table.ts';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { useOfferedCourses } from '../classes/use-offered-courses.ts';
import { ColumnStep } from '../imports/column-step.tsx';
import { rememberColumns, rememberedColumns } from '../imports/remembered-columns.ts';
import {
  countKnown,
  currencyOfHeading,
  isRecognised,
  planUploadColumns,
  uploadColumns,
  whoColumns,
  type ColumnChoice,
} from './columns.ts';
import { door, type UploadPlan } from './file.ts';

const t = paymentUploadTexts.columns;

const usual = ['amount', 'created_at', 'status'] as const;
const rare: ReadonlySet<PaymentColumn> = new Set(['amount_refunded', 'refunded_at'] as const);

const listOf = (columns: readonly PaymentColumn[]) => columns.map((column) => t.names[column]).join(', ');

/** What somebody said about the columns. */
export interface SaidColumns {
  /** Null: nothing yet. */
  readonly columns: ColumnChoice | null;
  readonly courseId: string;
}

interface PaymentUploadColumnsProps {
  file: TableFile;
  onFile: (file: TableFile) => void;
  said: SaidColumns;
  onSaid: (said: SaidColumns) => void;
  /** A file that says all by itself goes on by itself. Somebody who came back here wants to look. */
  isFirst: boolean;
  onPlan: (plan: UploadPlan) => void;
  onOther: () => void;
}

/** Step 2: what the file's columns are. The file says it, and a person may know better. */
export function PaymentUploadColumns(props: PaymentUploadColumnsProps) {
  const { file, said, onSaid, isFirst, onPlan } = props;
  const { header, lines } = file;
  const remembered = useMemo(() => rememberedColumns(door, file, uploadColumns), [file]);
  const offered = useOfferedCourses();
  const courses = offered.options.map(({ label }) => label).join('\n');
  const planned = useMemo(
    () => planUploadColumns(header, lines, courses.split('\n')),
    [header, lines, courses],
  );
  const chosen = said.columns ?? remembered.choice;
  const choice = chosen ?? planned.choice;
  const unsure = chosen ? [] : planned.unsure;
  const missing = usual.filter((column) => choice[column] === undefined);
  const isCourseNamed = lines.every(({ cells }) => cellAt(cells, choice.course_name) !== '');
  const hasNobody = whoColumns.every((column) => choice[column] === undefined);

  const goOn = () => {
    rememberColumns(door, header, { choice });
    const ofHeading = currencyOfHeading(header[choice.amount?.[0] ?? -1] ?? '');
    onPlan({ columns: choice, courseId: said.courseId, currency: remembered.currency || ofHeading });
  };
  const isClear = isFirst && said.columns === null && !offered.isPending && isRecognised({ choice, unsure });
  const goOnOnce = useEffectEvent(goOn);
  useEffect(() => {
    if (isClear) goOnOnce();
  }, [isClear]);

  return (
    <ColumnStep
      lead={t.lead({ rows: lines.length })}
      file={file}
      onSheet={(at) => props.onFile(takeSheet(file, at, countKnown))}
      onPutBack={() => props.onFile(putBack(file))}
      fields={uploadColumns.map((field) => ({
        field,
        label: t.names[field],
        isRare: rare.has(field),
      }))}
      choice={choice}
      before={[planned.choice, remembered.choice]}
      isRemembered={remembered.choice !== null && said.columns === null}
      onChoice={(columns) => onSaid({ ...said, columns })}
      warnings={[
        missing.length > 0 ? t.missing({ columns: listOf(missing) }) : '',
        unsure.length > 0 ? t.unsure({ columns: listOf(unsure) }) : '',
        hasNobody ? t.noWho : '',
      ]}
      reason={choice.payment_id === undefined ? t.noId : null}
      onGo={goOn}
      onOther={props.onOther}
    >
      {isCourseNamed ? null : (
        <NativeSelect
          label={t.course}
          description={offered.isFailed ? t.coursesFailed : t.courseHint}
          inputWrapperOrder={['label', 'input', 'description']}
          data={[{ value: '', label: t.courseNone }, ...offered.options]}
          value={said.courseId}
          onChange={(event) => onSaid({ ...said, courseId: event.currentTarget.value })}
        />
      )}
    </ColumnStep>
  );
}
