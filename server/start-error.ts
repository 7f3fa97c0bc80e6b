/** A reason not to start that is the operator's to fix: shown as one line, without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
