import { signMeanings, type BringFile, type ReadFile, type SignMeaning } from '@gurukul/contract/bring';
import {
  bringColumns,
  bringKindColumns,
  bringKinds,
  type BringColumn,
} from '@gurukul/contract/shared/files/bring-layouts';
import { Alert, NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { choiceOf, letterOf, type Choice } from '#web/lib/files/columns.ts';
import { bringTexts } from '#web/texts/bring.ts';
import { Panel } from '#web/ui/panel.tsx';
import { ColumnFields } from '../imports/column-fields.tsx';
import { ImportDates } from '../imports/dates.tsx';
import { NotTaken, type LeftOut } from '../imports/not-taken.tsx';
import { rememberColumns } from '../imports/remembered-columns.ts';
import classes from './bring.module.css';
import { columnName } from './column-name.ts';
import { door } from './read-file.ts';

const t = bringTexts.file;

interface FileCardProps {
  file: BringFile;
  read: ReadFile;
  left: LeftOut;
  onChange: (change: Partial<BringFile>) => void;
}

/** A text that counts when the person leaves it. */
function Named({
  label,
  type = 'text',
  value,
  onSay,
}: {
  label: string;
  type?: 'text' | 'month';
  value: string;
  onSay: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  return (
    <TextInput
      label={label}
      type={type}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => {
        if (text.trim() !== value) onSay(text.trim());
      }}
    />
  );
}

/** Where each column stands; the person may say otherwise. */
function Columns({ file, read, onChange }: FileCardProps) {
  const choice = choiceOf(read.columns.map(({ column, place }) => [column, [place]] as const));
  const table = { header: read.header, lines: read.samples.map((cells, row) => ({ row, cells })) };
  const fields = (read.kind === null ? bringColumns : bringKindColumns[read.kind]).map((field) => ({
    field,
    label: columnName(field),
    isRare: !read.missing.includes(field),
  }));
  const choose = (next: Choice<BringColumn>, column: BringColumn) => {
    rememberColumns(door, read.header, { choice: next });
    const others = (file.columns ?? []).filter((each) => each.column !== column);
    onChange({ columns: [...others, { column, place: next[column]?.[0] ?? null }] });
  };
  return (
    <details className={classes.columns} open={read.missing.length > 0 || read.kind === null || undefined}>
      <summary>{t.columns}</summary>
      <ColumnFields table={table} fields={fields} choice={choice} onChoice={choose} />
    </details>
  );
}

/** Every column and line of which nothing is read, with the reason. */
export function leftIn({ not_taken }: ReadFile): LeftOut {
  const said = (isColumn: boolean) =>
    not_taken
      .filter(({ place }) => (place !== null) === isColumn)
      .map(({ place, row, text, reason }) =>
        t.because({
          thing: isColumn
            ? text || t.column({ letter: letterOf(place ?? 0) })
            : t.line({ row: String(row ?? ''), text }),
          reason: t.notTaken[reason],
        }),
      );
  return { columns: said(true), lines: said(false) };
}

/** The year or the month of days above marks, where the days do not say it. */
function Period({ read, onChange }: Pick<FileCardProps, 'read' | 'onChange'>) {
  const { period } = read;
  if (period === null) return null;
  const isMonth = period.lacks === 'month';
  return (
    <>
      {period.decided_by === 'nobody' ? (
        <Alert color="orange" variant="light" mb="sm">
          {isMonth ? t.period.openMonth : t.period.openYear}
        </Alert>
      ) : null}
      <div className={classes.fields}>
        <Named
          key={period.value}
          type={isMonth ? 'month' : 'text'}
          label={isMonth ? t.period.month : t.period.year}
          value={period.value}
          onSay={(text) => {
            if ((isMonth ? /^\d{4}-\d{2}$/ : /^\d{4}$/).test(text)) onChange({ period: text });
          }}
        />
      </div>
    </>
  );
}

const isMeaning = (text: string): text is SignMeaning => signMeanings.some((each) => each === text);

/** What each sign of an attendance file means. */
function Signs({ file, read, onChange }: FileCardProps) {
  const say = (sign: string, text: string) => {
    if (!isMeaning(text)) return;
    const others = (file.signs ?? []).filter((each) => each.sign !== sign);
    onChange({ signs: [...others, { sign, meaning: text }] });
  };
  return (
    <fieldset>
      <legend>{t.signs}</legend>
      <div className={classes.fields}>
        {read.signs.map(({ sign, meaning, count }) => (
          <NativeSelect
            key={sign}
            label={t.sign({ sign, count })}
            data={[
              { value: '', label: t.ask, disabled: true },
              ...signMeanings.map((value) => ({ value, label: t.meanings[value] })),
            ]}
            value={meaning ?? ''}
            onChange={({ currentTarget }) => say(sign, currentTarget.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** What the portal takes a file for, and what the person may correct. */
export function FileCard(props: FileCardProps) {
  const { read, left, onChange } = props;
  const isOfPeople = read.kind !== null && read.kind !== 'courses' && read.kind !== 'people';
  const { missing } = read;
  return (
    <Panel title={read.file_name}>
      <Text size="sm" c="dimmed">
        {bringTexts.origins[read.origin]} · {t.rows({ count: read.rows })}
      </Text>
      <div className={classes.fields}>
        <NativeSelect
          label={t.what}
          data={[
            ...(read.kind === null ? [{ value: '', label: t.unknown, disabled: true }] : []),
            ...bringKinds.map((kind) => ({ value: kind, label: bringTexts.kinds[kind] })),
          ]}
          value={read.kind ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const kind = bringKinds.find((each) => each === value);
            if (kind !== undefined) onChange({ kind });
          }}
        />
        {isOfPeople ? (
          <>
            <Named
              label={t.course}
              value={read.course_name}
              onSay={(name) => onChange({ course_name: name })}
            />
            <Named label={t.class} value={read.class_name} onSay={(name) => onChange({ class_name: name })} />
          </>
        ) : null}
      </div>
      {missing.length > 0 ? (
        <Alert color="orange" variant="light">
          {t.missing({ columns: missing.map(columnName).join(', ') })}
        </Alert>
      ) : null}
      <ImportDates dates={read.dates} onOrder={(order) => onChange({ date_order: order })} />
      {read.signs.length > 0 ? <Signs {...props} /> : null}
      <Period read={read} onChange={onChange} />
      <Columns {...props} />
      <NotTaken {...left} {...leftIn(read)} />
    </Panel>
  );
}
