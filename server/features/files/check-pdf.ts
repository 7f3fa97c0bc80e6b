import { fail } from '#server/http/answers/problem.ts';

const start = Buffer.from('%PDF-');

/**
 * A PDF is stored unchanged. It leaves only as a download that the browser neither guesses about nor opens within the
 * portal, so its contents cannot act here.
 */
export function checkPdf(bytes: Buffer): Buffer {
  if (!bytes.subarray(0, start.length).equals(start)) throw fail('no_pdf');
  return bytes;
}
