/**
 * JSON text that is sent while it is made, for answers too long to lie in memory as a whole. Only calls declared
 * `streamed` may answer with it: its parts do not pass the output schema on their way.
 */
export class StreamedJson {
  readonly parts: Iterable<string> | AsyncIterable<string>;

  constructor(parts: Iterable<string> | AsyncIterable<string>) {
    this.parts = parts;
  }
}
