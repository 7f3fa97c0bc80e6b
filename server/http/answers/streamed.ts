/**
 * JSON text that is sent while it is made, for answers too long for memory. Only calls declared `streamed` may answer
 * with it. Its parts are not checked against the output schema.
 */
export class StreamedJson {
  readonly parts: Iterable<string> | AsyncIterable<string>;
  /** How many rows of people it has. */
  readonly rows: number;

  constructor(parts: Iterable<string> | AsyncIterable<string>, rows: number) {
    this.parts = parts;
    this.rows = rows;
  }
}
