import classes from './lamp.module.css';

/** An oil lamp. It burns when every roll of the day is called. */
export const Lamp = ({ isLit }: { isLit: boolean }) => (
  <svg
    aria-hidden
    viewBox="0 0 48 48"
    width={36}
    height={36}
    className={classes.lamp}
    data-lit={isLit || undefined}
  >
    <path d="M8 26Q24 46 40 26ZM24 36v5M16 44h16" />
    {isLit ? (
      <>
        <circle cx={24} cy={16} r={13} data-part="glow" />
        <path data-part="flame" d="M24 25Q16 18 24 5Q32 18 24 25Z" />
      </>
    ) : null}
  </svg>
);
