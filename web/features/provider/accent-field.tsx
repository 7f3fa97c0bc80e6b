import { accentNames, accents, type Accent } from '@gurukul/contract/shared/words/accents';
import { providerTexts } from '#web/texts/provider.ts';
import classes from './accent-field.module.css';

const t = providerTexts;

interface AccentFieldProps {
  value: Accent;
  onChange: (accent: Accent) => void;
}

/** One of the colours, each with its name. */
export const AccentField = ({ value, onChange }: AccentFieldProps) => (
  <fieldset className={classes.field}>
    <legend>{t.accent}</legend>
    <p className={classes.hint}>{t.accentHint}</p>
    <div className={classes.choices}>
      {accentNames.map((name) => (
        <label key={name} className={classes.choice}>
          <input type="radio" name="accent" checked={name === value} onChange={() => onChange(name)} />
          <span aria-hidden className={classes.swatch} style={{ background: accents[name][6] }} />
          {t.accents[name]}
        </label>
      ))}
    </div>
  </fieldset>
);
