import { consentColumns, optionalColumns } from '@gurukul/contract/student-import';
import { Text } from '@mantine/core';
import { useState } from 'react';
import type { TableFile } from '#web/lib/files/table.ts';
import { paths } from '#web/paths.ts';
import { bringTexts } from '#web/texts/bring.ts';
import { studentImportTexts } from '#web/texts/student-import.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ColumnStep } from '../imports/column-step.tsx';
import { rememberColumns, rememberedColumns } from '../imports/remembered-columns.ts';
import { columnNames, missingIn, planColumns, targets, type StudentColumns } from './columns.ts';
import { PlaceFields, type PlaceOfAll } from './place-of-all.tsx';

const t = studentImportTexts.columns;

const door = 'students';
const optional = new Set<string>([...optionalColumns, ...consentColumns]);

/** The columns of a file, before anybody said something: as for an earlier one, or as its headings say. */
function columnsOf(file: TableFile) {
  const remembered = rememberedColumns(door, file, targets).choice;
  const planned = planColumns(
    file.header,
    file.lines.map(({ cells }) => cells),
  );
  return { remembered, planned };
}

/** The columns of a file that nobody has to look at; null for others. */
export function clearColumns(file: TableFile): StudentColumns | null {
  const { remembered, planned } = columnsOf(file);
  if (remembered !== null && missingIn(remembered).length === 0) return remembered;
  const isClear = !planned.isUnsure && planned.guessed === 0 && missingIn(planned.choice).length === 0;
  return isClear ? planned.choice : null;
}

interface ImportColumnsProps {
  file: TableFile;
  onSheet: (at: number) => void;
  onPutBack: () => void;
  /** Null: nobody has chosen. */
  choice: StudentColumns | null;
  onChoice: (choice: StudentColumns) => void;
  place: PlaceOfAll;
  onPlace: (place: PlaceOfAll) => void;
  onGo: (choice: StudentColumns) => void;
  onOther: () => void;
}

/** The step of a file that does not say by itself what its columns are. */
export function ImportColumns(props: ImportColumnsProps) {
  const { file, place } = props;
  const [{ remembered, planned }] = useState(() => columnsOf(file));
  const choice = props.choice ?? remembered ?? planned.choice;
  const missing = missingIn(choice);
  const isNamed = !missing.includes('first_name') || !missing.includes('last_name');
  const asks = {
    course: missing.includes('course_name'),
    class: missing.includes('class_name') && missing.includes('course_name') && place.course !== '',
  };
  const isPlaced = !asks.course || place.course !== '';
  const gone = missing.filter(
    (column) => !(column === 'course_name' && isPlaced) && !(column === 'class_name' && place.class_name),
  );
  return (
    <ColumnStep
      order={2}
      lead={t.lead({ rows: file.lines.length })}
      file={file}
      onSheet={props.onSheet}
      onPutBack={props.onPutBack}
      fields={targets.map((field) => ({
        field,
        label: field === 'full_name' ? t.fullName : columnNames[field],
        isRare: optional.has(field),
      }))}
      choice={choice}
      before={[planned.choice, remembered]}
      isRemembered={remembered !== null && props.choice === null}
      onChoice={props.onChoice}
      warnings={[
        gone.length > 0 ? (
          <Text key="missing" size="sm">
            {t.missing({ columns: gone.map((column) => columnNames[column]).join(', ') })}{' '}
            <AppLink href={paths.bring}>{bringTexts.title}</AppLink>: {t.register}
          </Text>
        ) : (
          ''
        ),
      ]}
      reason={isNamed ? (isPlaced ? null : t.noCourse) : t.noName}
      onGo={() => {
        rememberColumns(door, file.header, { choice });
        props.onGo(choice);
      }}
      onOther={props.onOther}
    >
      {asks.course ? <PlaceFields place={place} onPlace={props.onPlace} asks={asks} /> : null}
    </ColumnStep>
  );
}
