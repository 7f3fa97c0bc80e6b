import { taughtHow } from '@gurukul/contract/shared/meetings/taught-how';
import type { Taught, Teaching } from '@gurukul/contract/shared/meetings/teaching';
import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { teachingTexts } from '#web/texts/teaching.ts';
import { taughtWords, weekWords } from './taught-words.ts';
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
  const week = value?.week ? { week: value.week, words: value.words } : plan;
  const asked = week?.week ? weekWords({ week: week.week, words: week.words }) : null;
  const known = [...weeks, ...(value?.week && !weeks.some((one) => one.week === value.week) ? [value] : [])];
  return (
    <fieldset className={classes.taught}>
      <legend>{asked ? t.asked({ what: asked }) : t.askedAll}</legend>
      <SegmentedControl
        aria-label={asked ? t.asked({ what: asked }) : t.askedAll}
        value={value?.how ?? ''}
        data={taughtHow
          .filter((how) => how === 'other' || asked !== null)
          .map((how) => ({ value: how, label: labels[how] }))}
        onChange={(chosen) => {
          const how = taughtHow.find((one) => one === chosen)!;
          if (how === 'other') onChange({ how, week: null, words: '' });
          else if (week?.week) onChange({ how, week: week.week, words: week.words });
        }}
      />
      {value?.how === 'other' ? (
        <>
          <NativeSelect
            label={t.whichWeek}
            value=""
            data={[
              { value: '', label: t.noWeek },
              ...known.map((one) => ({
                value: String(one.week),
                label: taughtWords({ how: 'whole', week: one.week, words: one.words }),
              })),
            ]}
            onChange={({ currentTarget }) => {
              const chosen = known.find((one) => String(one.week) === currentTarget.value);
              if (chosen) onChange({ how: 'whole', week: chosen.week, words: chosen.words });
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
