import { IconLanguage } from '@tabler/icons-react';
import { useProvider } from '#web/lib/provider.ts';
import { chooseLanguage, language, languageNames, offered, type Language } from '#web/texts/language.ts';
import { texts } from '#web/texts/texts.ts';
import classes from './language-switch.module.css';

const isLanguage = (value: string): value is Language => value in languageNames;

/** Each language is named in itself, so that people who cannot read this language find their own. */
export function LanguageSwitch() {
  const choices = offered(useProvider());
  if (choices.length < 2) return null;
  return (
    <span className={classes.switch}>
      <IconLanguage aria-hidden size={20} className={classes.icon} />
      <select
        className={classes.select}
        aria-label={texts.shell.language}
        value={language}
        onChange={({ currentTarget: { value } }) => {
          if (isLanguage(value)) chooseLanguage(value);
        }}
      >
        {choices.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </select>
    </span>
  );
}
