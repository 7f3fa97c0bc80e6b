import { portalLanguages, type PortalLanguage } from '@gurukul/contract/shared/words/languages';
import { Checkbox, Group, type CheckboxGroupProps } from '@mantine/core';
import { languageName } from '#web/texts/language.ts';

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
    onChange={(chosen) => onChange(portalLanguages.filter((each) => chosen.includes(each)))}
  >
    <Group mt="xs" gap="lg">
      {portalLanguages.map((each) => (
        <Checkbox
          key={each}
          value={each}
          label={languageName(each)}
          lang={each}
          disabled={each === 'en'}
          className={className}
        />
      ))}
    </Group>
  </Checkbox.Group>
);
