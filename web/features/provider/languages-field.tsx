import type { PortalLanguage } from '@gurukul/contract/provider';
import { Checkbox, Group, type CheckboxGroupProps } from '@mantine/core';
import { languageNames, languages } from '#web/texts/language.ts';

interface LanguagesFieldProps extends Pick<CheckboxGroupProps, 'label' | 'description'> {
  value: readonly PortalLanguage[];
  onChange: (languages: PortalLanguage[]) => void;
  /** Of each language's box. */
  className?: string;
}

/** The languages of the portal, in their own order. English is always one of them. */
export const LanguagesField = ({ value, onChange, className = '', ...words }: LanguagesFieldProps) => (
  <Checkbox.Group
    {...words}
    value={[...value]}
    onChange={(chosen) => onChange(languages.filter((each) => chosen.includes(each)))}
  >
    <Group mt="xs" gap="lg">
      {languages.map((each) => (
        <Checkbox
          key={each}
          value={each}
          label={languageNames[each]}
          lang={each}
          disabled={each === 'en'}
          className={className}
        />
      ))}
    </Group>
  </Checkbox.Group>
);
