/** More bytes came than announced. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}
