/** More bytes came than were announced. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}
