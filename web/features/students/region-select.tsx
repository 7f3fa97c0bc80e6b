import { countries } from '@gurukul/contract/shared/countries';
import { isCountryTyped, countryName } from '#web/lib/format/country-names.ts';
import { studentTexts } from '#web/texts/student.ts';
import { LateSelect } from '#web/ui/form/late-select.tsx';
import classes from './student-region.module.css';

const t = studentTexts.region;

const choices = countries.map(({ country_code, country_name }) => ({
  value: country_name,
  label: t.countryOf({ name: countryName(country_name, country_code), code: country_code }),
}));

/** What came with the student may be no country's name; it stays until another one is chosen. */
const choicesWith = (region: string) =>
  region === '' || choices.some(({ value }) => value === region)
    ? choices
    : [{ value: region, label: countryName(region) }, ...choices];

interface RegionSelectProps {
  region: string;
  onChoose: (region: string | null) => void;
  onClose: () => void;
}

/** All countries, with a search. */
export const RegionSelect = ({ region, onChoose, onClose }: RegionSelectProps) => (
  <LateSelect
    aria-label={t.label}
    className={classes.select ?? ''}
    placeholder={t.placeholder}
    data={choicesWith(region)}
    value={region || null}
    onChange={onChoose}
    onDropdownClose={onClose}
    nothingFoundMessage={t.none}
    limit={300}
    searchable
    filter={({ options, search }) =>
      options.filter((each) => 'value' in each && isCountryTyped(each, search))
    }
    comboboxProps={{ withinPortal: false }}
    withScrollArea={false}
    classNames={{ options: classes.options ?? '' }}
  />
);
