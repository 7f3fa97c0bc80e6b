// oxlint-disable-next-line no-control-regex -- exactly these signs end a header or a command early
const lineBreakers = /[\u0000\r\n]/;

export class UnsafeMailError extends Error {
  override readonly name = 'UnsafeMailError';
}

/** What goes into a header or names somebody must not be able to start a line of its own. */
export function singleLine(value: string, what: string): string {
  if (lineBreakers.test(value)) throw new UnsafeMailError(`the ${what} of a mail must be a single line`);
  return value;
}

/** Exactly one mailbox, NFKC-normalised; a list, a display name or a group is none. */
export function oneMailbox(value: string): string {
  const address = singleLine(value, 'recipient').normalize('NFKC');
  if (address.length > 254 || !/^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/.test(address)) {
    throw new UnsafeMailError('a mail goes to exactly one mailbox');
  }
  return address;
}
