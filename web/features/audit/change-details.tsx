import { auditTexts } from '#web/texts/audit.ts';
import { shorten } from '#web/lib/format/format.ts';
import classes from './change-list.module.css';
import type { Detail } from './change-words.ts';

const t = auditTexts;

/** Longer texts are folded. */
const foldedFrom = 120;

function Value({ text }: { text: string }) {
  if (text.length <= foldedFrom) return <span>{text}</span>;
  return (
    <details className={classes.folded}>
      <summary>{shorten(text, foldedFrom)}</summary>
      {text}
    </details>
  );
}

/** For a new row its values, for a removed row its old values, for any other row both. */
function Values({ detail: { action, before, after } }: { detail: Detail }) {
  if (action === 'insert') return <Value text={after} />;
  if (action === 'delete') return <Value text={before} />;
  return (
    <>
      <span className={classes.before}>
        <Value text={before} />
      </span>
      <span aria-hidden>→</span>
      <Value text={after} />
    </>
  );
}

const Lines = ({ details }: { details: readonly Detail[] }) => (
  <dl className={classes.details}>
    {details.map((detail) => (
      <div key={detail.id}>
        <dt>{detail.row ? `${detail.row}: ${detail.label}` : detail.label}</dt>
        <dd>
          <Values detail={detail} />
        </dd>
      </div>
    ))}
  </dl>
);

/** That many are read at a glance. */
const glance = 3;

/** The columns that a change wrote; beyond a few, on demand. */
export function ChangeDetails({ details }: { details: readonly Detail[] }) {
  if (details.length === 0) return null;
  if (details.length <= glance) return <Lines details={details} />;
  return (
    <details className={classes.more}>
      <summary>{t.showFields({ count: details.length })}</summary>
      <Lines details={details} />
    </details>
  );
}
