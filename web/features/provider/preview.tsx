import { accents, type Accent } from '@gurukul/contract/shared/words/accents';
import { OwnMark } from '#web/layout/logo.tsx';
import { providerTexts } from '#web/texts/provider.ts';
import classes from './preview.module.css';

const t = providerTexts;

interface PreviewProps {
  name: string;
  logo: string;
  accent: Accent;
}

/** The top of a page with the settings as they stand in the form, in light and in dark. */
export function Preview({ name, logo, accent }: PreviewProps) {
  const [, , bright, , , soft, filled, strong] = accents[accent];
  const schemes = [
    { id: 'light', label: t.inLight, link: strong, mark: filled },
    { id: 'dark', label: t.inDark, link: bright, mark: soft },
  ] as const;
  return (
    <section className={classes.both} aria-label={t.preview}>
      {schemes.map(({ id, label, link, mark }) => (
        <div
          key={id}
          className={classes.card}
          data-scheme={id}
          style={{ '--mantine-color-teal-5': mark, '--mantine-color-teal-6': mark }}
        >
          <p className={classes.label}>{label}</p>
          <p className={classes.head}>
            {logo ? <img className={classes.logo} src={logo} alt="" width={32} height={32} /> : <OwnMark />}
            <span>{name}</span>
          </p>
          <p className={classes.samples}>
            <span className={classes.button} style={{ background: filled }}>
              {t.sampleButton}
            </span>
            <span className={classes.link} style={{ color: link }}>
              {t.sampleLink}
            </span>
          </p>
        </div>
      ))}
    </section>
  );
}
