import { constants, deflateRawSync } from 'node:zlib';

/** The bytes as raw deflate, or null where packing them is not worth while. */
export type Pack = (bytes: Buffer) => Buffer | null;

/** Below this there is nothing to gain. */
const leastShared = 400;
/** What a stored block of deflate can hold. */
const longestRest = 0xff_ff;

function sharedBeginning(a: Buffer, b: Buffer): Buffer {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return a.subarray(0, length);
}

/**
 * Packs what begins as these two begin. A stream of deflate is blocks one after the other, so what is shared is packed
 * once, up to a whole byte, and whatever follows is appended as a last block that is stored as it is: a copy instead of
 * packing each of thousands.
 */
export function packAlike(first: Buffer, last: Buffer): Pack {
  const shared = sharedBeginning(first, last);
  if (shared.length < leastShared) return () => null;
  const begin = deflateRawSync(shared, { finishFlush: constants.Z_SYNC_FLUSH });
  return (bytes) => {
    const rest = bytes.subarray(shared.length);
    if (rest.length > longestRest || !bytes.subarray(0, shared.length).equals(shared)) return null;
    const head = Buffer.alloc(5);
    // The last block, stored; its length, and the same with every bit turned.
    head.writeUInt8(1, 0);
    head.writeUInt16LE(rest.length, 1);
    head.writeUInt16LE(rest.length ^ 0xff_ff, 3);
    return Buffer.concat([begin, head, rest]);
  };
}
