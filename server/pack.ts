import { constants, deflateRawSync } from 'node:zlib';

/** Returns the bytes as raw deflate, or null where compression gains nothing. */
export type Pack = (bytes: Buffer) => Buffer | null;

/** In bytes: below this there is no gain. */
const leastShared = 400;
/** The most bytes that a stored block of deflate can contain. */
const longestRest = 0xff_ff;

function sharedBeginning(a: Buffer, b: Buffer): Buffer {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return a.subarray(0, length);
}

/**
 * Compresses contents that begin like these two. A stream of deflate is a series of blocks. So the shared beginning is
 * compressed once, up to a whole byte. Each rest is appended as a last, stored block. That is a copy instead of
 * thousands of compressions.
 */
export function packAlike(first: Buffer, last: Buffer): Pack {
  const shared = sharedBeginning(first, last);
  if (shared.length < leastShared) return () => null;
  const begin = deflateRawSync(shared, { finishFlush: constants.Z_SYNC_FLUSH });
  return (bytes) => {
    const rest = bytes.subarray(shared.length);
    if (rest.length > longestRest || !bytes.subarray(0, shared.length).equals(shared)) return null;
    const head = Buffer.alloc(5);
    // The last block, stored: its length, and the length with every bit inverted.
    head.writeUInt8(1, 0);
    head.writeUInt16LE(rest.length, 1);
    head.writeUInt16LE(rest.length ^ 0xff_ff, 3);
    return Buffer.concat([begin, head, rest]);
  };
}
