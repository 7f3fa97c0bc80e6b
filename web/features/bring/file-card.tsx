import { signMeanings, type BringFile, type ReadFile, type SignMeaning } from '@gurukul/contract/bring';
import { bringColumns, bringKinds, type BringColumn } from '@gurukul/contract/shared/files/bring-layouts';
import { Alert, NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '#web/lib/format/format.ts';
import { bringTexts } from '#web/texts/bring.ts';
import { Panel } from '#web/ui/panel.tsx';
import { PaymentUploadDates } from '../payment-upload/dates.tsx';
import { NotTaken, type Left } from '../spreadsheets/not-taken.tsx';
import classes from './bring.module.css';
import { columnName } from './column-name.ts';

const t = bringTexts.file;

interface FileCardProps {
  file: BringFile;
  read: ReadFile;
  left: Left;
  onChange: (change: Partial<BringFile>) => void;
}

/** A text that counts when the person leaves it. */
function Named({ label, value, onSay }: { label: string; value: string; onSay: (text: string) => void }) {
  const [text, setText] = useState(value);
  return (
    <TextInput
      label={label}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => {
        if (text.trim() !== value) onSay(text.trim());
      }}
    />
  );
}

/** Where each column of the kind stands; the person may say otherwise. */
function Columns({ file, read, onChange }: FileCardProps) {
  const places = new Map(read.columns.map(({ column, place }) => [column, place]));
  const isShown = (column: BringColumn) => places.has(column) || read.missing.includes(column);
  const choose = (column: BringColumn, text: string) => {
    const others = (file.columns ?? []).filter((each) => each.column !== column);
    onChange({ columns: [...others, { column, place: text === '' ? null : Number(text) }] });
  };
  const options = [
    { value: '', label: t.nowhere },
    ...read.header.map((heading, place) => ({
      value: String(place),
      label: [heading, ...read.samples.map((cells) => cells[place] ?? '')]
        .filter((text) => text !== '')
        .slice(0, 3)
        .join(' · ')
        .slice(0, 80),
    })),
  ];
  return (
    <details open={read.missing.length > 0 || read.kind === null || undefined}>
      <summary>{t.columns}</summary>
      <div className={classes.fields}>
        {bringColumns
          .filter((column) => isShown(column) || (file.columns ?? []).some((each) => each.column === column))
          .map((column) => (
            <NativeSelect
              key={column}
              label={columnName(column)}
              data={options}
              value={String(places.get(column) ?? '')}
              onChange={({ currentTarget }) => choose(column, currentTarget.value)}
            />
          ))}
      </div>
    </details>
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
            label={t.sign(sign, formatNumber(count))}
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
        {bringTexts.origins[read.origin]} · {t.rows(formatNumber(read.rows), read.rows === 1)}
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
          {t.missing(missing.map(columnName).join(', '))}
        </Alert>
      ) : null}
      <PaymentUploadDates dates={read.dates} onOrder={(order) => onChange({ date_order: order })} />
      {read.signs.length > 0 ? <Signs {...props} /> : null}
      <Columns {...props} />
      <NotTaken {...left} />
    </Panel>
  );
}
