/** An answer older than this was asked for by a page that was opened, left lying and came back. */
const freshMs = 30_000;

/**
 * The answer that was asked for before the portal's scripts were there (`first-paint.ts`), for who asks for the same in
 * the same session; once. Null where there is none.
 */
export function takeAhead(url: string, token: string): Promise<Response> | null {
  const ahead = globalThis.ahead;
  if (!ahead) return null;
  if (ahead.token !== token || Date.now() - ahead.since > freshMs) {
    forgetAhead();
    return null;
  }
  const answer = ahead.answers.get(url) ?? null;
  ahead.answers.delete(url);
  return answer;
}

/** Something is about to change: what was asked for before is not the truth any more. */
export function forgetAhead(): void {
  globalThis.ahead = undefined;
}

/** As `fetch` would: whoever asked may give up waiting. */
export async function orGivenUp(
  answer: Promise<Response>,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  if (!signal) return answer;
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
