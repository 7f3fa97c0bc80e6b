import { students, type StudentProfile } from '@gurukul/contract/students';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { countries } from '@gurukul/contract/shared/countries';
import { isPlaceTyped, placeText } from '#web/lib/country-names.ts';
import { studentTexts } from '#web/texts/student.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import classes from './student-region.module.css';

const t = studentTexts.region;

const choices = countries.map(({ country_code, country_name }) => ({
  value: country_name,
  label: t.countryOf(placeText(country_name, country_code), country_code),
}));

/** What came with the student may be no country's name; it stays until another one is chosen. */
const choicesWith = (region: string) =>
  region === '' || choices.some(({ value }) => value === region)
    ? choices
    : [{ value: region, label: placeText(region) }, ...choices];

/** Saves the chosen country at once; it goes back when the server refuses. */
export function StudentRegion({ student }: { student: StudentProfile }) {
  const update = useAction(students.update_region);
  const [ahead, setAhead] = useState<string | null>(null);
  const { region } = student;

  const save = async (next: string | null) => {
    if (next === null || next === region || ahead !== null) return;
    setAhead(next);
    try {
      const answer = await update.run({ user_id: student.id, region: next }, region);
      tellDone(answer, t.done(placeText(next)), { kind: 'changed', what: student.fullname });
    } catch (error) {
      toast.error(messageOf(error, texts.errors.wentWrong));
    } finally {
      setAhead(null);
    }
  };

  return (
    <Select
      aria-label={t.label}
      className={classes.select}
      placeholder={t.placeholder}
      data={choicesWith(region)}
      value={ahead ?? (region || null)}
      onChange={(next) => void save(next)}
      nothingFoundMessage={t.none}
      limit={300}
      searchable
      filter={({ options, search }) =>
        options.filter((each) => 'value' in each && isPlaceTyped(each, search))
      }
      comboboxProps={{ withinPortal: false }}
      withScrollArea={false}
      classNames={{ options: classes.options }}
      allowDeselect={false}
      aria-busy={ahead !== null}
    />
  );
}
