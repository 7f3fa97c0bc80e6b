// oxlint-disable-next-line no-control-regex -- exactly these signs end a header or a command early
const lineBreakers = /[\u0000\r\n]/;

export class UnsafeMailError extends Error {
  override readonly name = 'UnsafeMailError';
}

/**
 * Returns the value. Throws when it has several lines, because a header or a name must not start a line of its own.
 * `what` names the field in the error.
 */
export function singleLine(value: string, what: string): string {
  if (lineBreakers.test(value)) throw new UnsafeMailError(`the ${what} of a mail must be a single line`);
  return value;
}

/** Returns exactly one mailbox, NFKC-normalised. Throws for a list, a display name or a group. */
export function oneMailbox(value: string): string {
  const address = singleLine(value, 'recipient').normalize('NFKC');
  if (address.length > 254 || !/^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/.test(address)) {
    throw new UnsafeMailError('a mail goes to exactly one mailbox');
  }
  return address;
}

/** Returns a phone number with its country's code. Throws for anything but digits. */
export function oneNumber(value: string): string {
  if (!/^[1-9]\d{7,14}$/.test(value)) throw new UnsafeMailError('a text goes to exactly one number');
  return value;
}
