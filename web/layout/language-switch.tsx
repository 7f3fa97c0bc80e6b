import { isPortalLanguage } from '@gurukul/contract/shared/words/languages';
import { IconLanguage } from '@tabler/icons-react';
import { useProvider } from '#web/lib/provider.ts';
import { language, languageName, offered } from '#web/texts/language.ts';
import { texts } from '#web/texts/texts.ts';
import { chooseLanguage } from './choose-language.ts';
import classes from './language-switch.module.css';

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
          if (isPortalLanguage(value)) chooseLanguage(value);
        }}
      >
        {choices.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageName(each)}
          </option>
        ))}
      </select>
    </span>
  );
}
