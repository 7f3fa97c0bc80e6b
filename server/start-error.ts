/** A reason not to start that the operator can solve. It is shown as one line, without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
