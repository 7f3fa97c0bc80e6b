import { taughtHow } from '@gurukul/contract/shared/meetings/taught-how';
import type { Taught, Teaching } from '@gurukul/contract/shared/meetings/teaching';
import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { teachingTexts } from '#web/texts/teaching.ts';
import { weekWords } from './taught-words.ts';
import classes from './taught-field.module.css';

const t = teachingTexts;

const labels = { ...t.answers, other: t.other };

interface TaughtFieldProps {
  teaching: Teaching;
  /** Null: nobody says anything. */
  value: Taught | null;
  onChange: (value: Taught) => void;
}

/** One line below a roll: what the plan expects, and whether it was taught. */
export function TaughtField({ teaching: { plan, weeks }, value, onChange }: TaughtFieldProps) {
  const { week = null, words = '' } = value?.week ? value : (plan ?? {});
  const asked = week === null ? t.askedAll : t.asked({ what: weekWords({ week, words }) });
  return (
    <fieldset className={classes.taught}>
      <legend>{asked}</legend>
      <SegmentedControl
        aria-label={asked}
        value={value?.how ?? ''}
        data={taughtHow
          .filter((how) => how === 'other' || week !== null)
          .map((how) => ({ value: how, label: labels[how] }))}
        onChange={(chosen) => {
          const how = taughtHow.find((one) => one === chosen)!;
          if (how === 'other') onChange({ how, week: null, words: '' });
          else onChange({ how, week, words });
        }}
      />
      {value?.how === 'other' ? (
        <>
          <NativeSelect
            label={t.whichWeek}
            value=""
            data={[
              { value: '', label: t.noWeek },
              ...weeks.map((one) => ({ value: String(one.week), label: weekWords(one) })),
            ]}
            onChange={({ currentTarget }) => {
              const chosen = weeks.find((one) => String(one.week) === currentTarget.value);
              if (chosen) onChange({ how: 'whole', ...chosen });
            }}
          />
          <TextInput
            label={t.words}
            maxLength={300}
            value={value.words}
            onChange={({ currentTarget }) => onChange({ ...value, words: currentTarget.value })}
          />
        </>
      ) : null}
    </fieldset>
  );
}
