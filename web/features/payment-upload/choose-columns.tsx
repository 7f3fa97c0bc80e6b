import type { PaymentColumn } from '@gurukul/contract/payment-upload';
import { Alert, Button, Group, NativeSelect, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { formatNumber, shorten } from '#web/lib/format/format.ts';
import { importsTexts } from '#web/texts/imports.ts';
import { otherSheets, type TableFile } from '#web/lib/files/table.ts';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { FocusedTitle } from '#web/ui/focused-title.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useOfferedCourses } from '../classes/use-offered-courses.ts';
import classes from './choose-columns.module.css';
import { NotTaken } from '../spreadsheets/not-taken.tsx';
import { rememberedColumns } from './remembered-columns.ts';
import {
  currencyOfHeading,
  isRecognised,
  letterOf,
  placesIn,
  planUploadColumns,
  samplesAt,
  unusedIn,
  uploadColumns,
  whoColumns,
  withColumn,
  type ColumnChoice,
} from './columns.ts';
import type { UploadPlan } from './file.ts';

const t = paymentUploadTexts.columns;

const sampleMax = 40;
const usual = ['amount', 'created_at', 'status'] as const;

const valueOf = (places: readonly number[]) => places.join('+');
const placesOf = (value: string) => (value === '' ? [] : value.split('+').map(Number));
const listOf = (columns: readonly PaymentColumn[]) => columns.map((column) => t.names[column]).join(', ');

/** A heading, and the column's letter where that is needed to tell it from another. */
export function namesOf(header: readonly string[]) {
  const headings = header.map((heading) => heading.trim());
  return (place: number) => {
    const heading = headings[place] ?? '';
    if (heading === '') return t.unnamed(letterOf(place));
    const isTwice = headings.indexOf(heading) !== headings.lastIndexOf(heading);
    return isTwice ? t.named(shorten(heading, sampleMax), letterOf(place)) : shorten(heading, sampleMax);
  };
}

interface ColumnFieldProps {
  column: PaymentColumn;
  choice: ColumnChoice;
  file: TableFile;
  options: { value: string; label: string }[];
  onChoose: (places: readonly number[]) => void;
}

function ColumnField({ column, choice, file, options, onChoose }: ColumnFieldProps) {
  const places = choice[column];
  const samples = samplesAt(file.lines, places).map((sample) => shorten(sample, sampleMax));
  const hint = samples.length > 0 ? t.sample(samples.join(' · ')) : t.emptyColumn;
  return (
    <NativeSelect
      label={t.names[column]}
      description={places.length === 0 ? undefined : hint}
      inputWrapperOrder={['label', 'input', 'description']}
      data={options}
      value={valueOf(places)}
      onChange={(event) => onChoose(placesOf(event.currentTarget.value))}
    />
  );
}

interface PaymentUploadColumnsProps {
  file: TableFile;
  /** How it was read before somebody came back here. */
  plan: UploadPlan | null;
  onPlan: (plan: UploadPlan) => void;
  onOther: () => void;
}

/** Step 2: what the file's columns are. The headings say it, and a person may know better. */
export function PaymentUploadColumns({ file, plan, onPlan, onOther }: PaymentUploadColumnsProps) {
  const { header, lines, file_name } = file;
  const places = placesIn(header, lines);
  const [remembered] = useState(() => rememberedColumns.of(header, Math.max(-1, ...places) + 1));
  const offered = useOfferedCourses();
  const courseNames = offered.options.map(({ label }) => label);
  const known = courseNames.join('\n');
  const planned = useMemo(() => planUploadColumns(header, lines, known.split('\n')), [header, lines, known]);
  /** Null: nobody has chosen yet. */
  const [chosen, setChoice] = useState(plan?.columns ?? remembered);
  const choice = chosen ?? planned.choice;
  const [courseId, setCourseId] = useState(plan?.courseId ?? '');
  const [taken, setTaken] = useState('');

  const nameOf = namesOf(header);
  const unused = unusedIn(choice, header, lines);
  // A name or a time in several columns stays one choice, also after another was looked at.
  const joinedOf = (column: PaymentColumn) =>
    new Map(
      [choice, planned.choice, remembered]
        .map((each) => each?.[column] ?? [])
        .filter((at) => at.length > 1)
        .map((at) => [valueOf(at), { value: valueOf(at), label: at.map(nameOf).reduce(t.and) }]),
    ).values();
  const options = [
    { value: '', label: t.none },
    ...places.map((place) => ({ value: String(place), label: nameOf(place) })),
  ];
  const choose = (column: PaymentColumn, at: readonly number[]) => {
    const next = withColumn(choice, column, at);
    const bereft = uploadColumns.filter((each) => choice[each].length > 0 && next[each].length === 0);
    const others = bereft.filter((each) => each !== column);
    setTaken(others.length > 0 ? t.taken(t.names[column], listOf(others)) : '');
    setChoice(next);
  };

  const unsure = chosen ? [] : planned.unsure;
  const missing = usual.filter((column) => choice[column].length === 0);
  const rows = formatNumber(lines.length);
  const goOn = () => {
    rememberedColumns.keep(header, choice);
    const ofHeading = currencyOfHeading(header[choice.amount[0] ?? -1] ?? '');
    onPlan({ columns: choice, courseId, currency: rememberedColumns.currencyOf(header) || ofHeading });
  };
  // A file that says all by itself needs nobody here. Whoever comes back wants to look.
  const isClear = !plan && !offered.isPending && isRecognised({ choice, unsure });
  const goOnOnce = useEffectEvent(goOn);
  useEffect(() => {
    if (isClear) goOnOnce();
  }, [isClear]);

  return (
    <>
      <FocusedTitle order={3}>{t.title(file_name)}</FocusedTitle>
      <Text mb="md">{t.lead(rows, lines.length === 1)}</Text>
      {remembered && !plan ? <Notice>{t.remembered}</Notice> : null}
      <div className={classes.fields}>
        {uploadColumns.map((column) => (
          <ColumnField
            key={column}
            column={column}
            choice={choice}
            file={file}
            options={[...options, ...joinedOf(column)]}
            onChoose={(at) => choose(column, at)}
          />
        ))}
        <NativeSelect
          label={t.course}
          description={offered.isFailed ? t.coursesFailed : t.courseHint}
          inputWrapperOrder={['label', 'input', 'description']}
          data={[{ value: '', label: t.courseNone }, ...offered.options]}
          value={courseId}
          onChange={(event) => setCourseId(event.currentTarget.value)}
        />
      </div>
      <output className={classes.taken}>{taken}</output>
      {missing.length > 0 ? (
        <Alert color="orange" variant="light" mt="md">
          {t.missing(listOf(missing))}
        </Alert>
      ) : null}
      {unsure.length > 0 ? (
        <Alert color="orange" variant="light" mt="md">
          {t.unsure(listOf(unsure))}
        </Alert>
      ) : null}
      {whoColumns.every((column) => choice[column].length === 0) ? (
        <Alert color="orange" variant="light" mt="md">
          {t.noWho}
        </Alert>
      ) : null}
      <NotTaken columns={unused.map(nameOf)} sheets={otherSheets(file)} rows={file.leftOut} />
      <Group gap="sm" mt="lg">
        <ActionButton
          size="md"
          disabledReason={choice.payment_id.length === 0 ? t.noId : null}
          onClick={goOn}
        >
          {t.check(rows, lines.length === 1)}
        </ActionButton>
        <Button variant="default" onClick={onOther}>
          {importsTexts.another}
        </Button>
      </Group>
    </>
  );
}
