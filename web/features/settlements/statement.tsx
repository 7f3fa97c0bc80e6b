import { currencies } from '@gurukul/contract/shared/money/money';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { otherSheets, type TableFile } from '#web/lib/files/table.ts';
import { shorten } from '#web/lib/format/format.ts';
import { importsTexts } from '#web/texts/imports.ts';
import { settlementsTexts } from '#web/texts/settlements.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FocusedTitle } from '#web/ui/focused-title.tsx';
import { letterOf } from '#web/lib/files/columns.ts';
import { NotTaken } from '../spreadsheets/not-taken.tsx';
import { rememberedStatement } from './remembered-statement.ts';
import classes from './settlements.module.css';
import {
  isEnough,
  planStatement,
  statementFields,
  withPlace,
  type StatementChoice,
} from './statement-columns.ts';

const t = settlementsTexts.statement;

const headingMax = 40;

interface StatementProps {
  sheet: TableFile;
  onCheck: (choice: StatementChoice) => void;
  onOther: () => void;
}

/** What the columns of a statement are, and its currency. The headings say most of it, and a person may know better. */
export function Statement({ sheet, onCheck, onOther }: StatementProps) {
  const { header, lines, file_name } = sheet;
  const [remembered] = useState(() => rememberedStatement.of(header));
  const [choice, setChoice] = useState(() => remembered ?? planStatement(header, lines));
  const nameOf = (place: number) => {
    const heading = (header[place] ?? '').trim();
    return heading === '' ? t.unnamed(letterOf(place)) : shorten(heading, headingMax);
  };
  const options = [
    { value: '', label: t.none },
    ...header.map((_, place) => ({ value: String(place), label: nameOf(place) })),
  ];
  const sampleOf = (place: number | undefined) =>
    place === undefined
      ? undefined
      : lines
          .map(({ cells }) => (cells[place] ?? '').trim())
          .find((text) => text !== '')
          ?.slice(0, headingMax);
  const check = () => {
    rememberedStatement.keep(header, choice);
    onCheck(choice);
  };
  return (
    <>
      <FocusedTitle order={3}>{t.title(file_name)}</FocusedTitle>
      <Text mb="md">{t.lead}</Text>
      {remembered ? <Notice>{t.remembered}</Notice> : null}
      <div className={classes.fields}>
        <NativeSelect
          label={t.currency}
          data={[...currencies]}
          value={choice.currency}
          onChange={(event) => setChoice({ ...choice, currency: event.currentTarget.value })}
        />
        {statementFields.map((field) => {
          const place = choice.places.get(field);
          return (
            <NativeSelect
              key={field}
              label={t.fields[field]}
              description={sampleOf(place)}
              inputWrapperOrder={['label', 'input', 'description']}
              data={options}
              value={place === undefined ? '' : String(place)}
              onChange={({ currentTarget: { value } }) =>
                setChoice(withPlace(choice, field, value === '' ? null : Number(value)))
              }
            />
          );
        })}
      </div>
      <NotTaken sheets={otherSheets(sheet)} rows={sheet.leftOut} />
      <Group gap="sm" mt="lg">
        <ActionButton size="md" disabledReason={isEnough(choice) ? null : t.missing} onClick={check}>
          {t.check}
        </ActionButton>
        <Button variant="default" onClick={onOther}>
          {importsTexts.another}
        </Button>
      </Group>
    </>
  );
}
