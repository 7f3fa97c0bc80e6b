import classes from './mark-boxes.module.css';

interface MarkBoxesProps {
  /** Letters of `markLetters`, earliest first; any other is a meeting without a mark. */
  marks: string;
  /** What stands at a box, by its place. */
  titleOf?: (place: number) => string;
}

/** The marks of some weeks in one line of a table: a box a meeting, the newest at the end. Words stand beside it. */
export const MarkBoxes = ({ marks, titleOf }: MarkBoxesProps) => (
  <span className={classes.strip} aria-hidden>
    {Array.from(marks, (mark, place) => (
      // oxlint-disable-next-line react/no-array-index-key -- a meeting is its place
      <span key={place} data-mark={mark} title={titleOf?.(place)} />
    ))}
  </span>
);
