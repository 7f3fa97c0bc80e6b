import { students, type StudentProfile } from '@gurukul/contract/students';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { countries } from '@gurukul/contract/shared/countries';
import { isCountryTyped, countryName } from '#web/lib/country-names.ts';
import { studentTexts } from '#web/texts/student.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import classes from './student-region.module.css';

const t = studentTexts.region;

const choices = countries.map(({ country_code, country_name }) => ({
  value: country_name,
  label: t.countryOf(countryName(country_name, country_code), country_code),
}));

/** What came with the student may be no country's name; it stays until another one is chosen. */
const choicesWith = (region: string) =>
  region === '' || choices.some(({ value }) => value === region)
    ? choices
    : [{ value: region, label: countryName(region) }, ...choices];

/** Saves the chosen country at once; it goes back when the server refuses. */
export function StudentRegion({ student }: { student: StudentProfile }) {
  const update = useAction(students.update_region);
  const [optimistic, setOptimistic] = useState<string | null>(null);
  const { region } = student;

  const save = async (next: string | null) => {
    if (next === null || next === region || optimistic !== null) return;
    setOptimistic(next);
    try {
      const answer = await update.run({ user_id: student.id, region: next }, region);
      tellDone(answer, t.done(countryName(next)), { kind: 'changed', what: student.fullname });
    } catch (error) {
      toast.error(messageOf(error, texts.errors.wentWrong));
    } finally {
      setOptimistic(null);
    }
  };

  return (
    <Select
      aria-label={t.label}
      className={classes.select}
      placeholder={t.placeholder}
      data={choicesWith(region)}
      value={optimistic ?? (region || null)}
      onChange={(next) => void save(next)}
      nothingFoundMessage={t.none}
      limit={300}
      searchable
      filter={({ options, search }) =>
        options.filter((each) => 'value' in each && isCountryTyped(each, search))
      }
      comboboxProps={{ withinPortal: false }}
      withScrollArea={false}
      classNames={{ options: classes.options }}
      allowDeselect={false}
      aria-busy={optimistic !== null}
    />
  );
}
