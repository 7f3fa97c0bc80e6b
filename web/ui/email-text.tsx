import classes from './email-text.module.css';

/** A long address breaks before its @, and elsewhere only where even that does not fit. */
export function EmailText({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  if (at < 1) return <span className={classes.email}>{address}</span>;
  return (
    <span className={classes.email}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}
