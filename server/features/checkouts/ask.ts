import { readText } from '#server/http/internet/read-bytes.ts';

/** No answer came, or none that says whether the request was carried out. */
export class ServiceAway extends Error {
  override readonly name = 'ServiceAway';
}

/** The service says no. */
export class ServiceRefused extends Error {
  override readonly name = 'ServiceRefused';
  readonly status: number;

  constructor(status: number, reason: string) {
    super(`the payment service refused with status ${status}: ${reason}`);
    this.status = status;
  }
}

export interface Asked {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
  readonly mostMs: number;
}

const longestAnswer = 500_000;

/** The JSON of the answer. `reasonIn` finds the reason of a refusal in it. */
export async function ask(
  url: string,
  { mostMs, ...asked }: Asked,
  reasonIn: (json: unknown) => string,
): Promise<unknown> {
  let status: number;
  let json: unknown;
  try {
    const answer = await fetch(url, { ...asked, redirect: 'error', signal: AbortSignal.timeout(mostMs) });
    status = answer.status;
    json = JSON.parse(answer.body === null ? '' : await readText(answer.body, longestAnswer)) as unknown;
  } catch (cause) {
    throw new ServiceAway('the payment service did not answer', { cause });
  }
  if (status >= 200 && status < 300) return json;
  // Too many requests at once are no refusal either.
  if (status >= 500 || status === 429) throw new ServiceAway(`the payment service answered ${status}`);
  throw new ServiceRefused(status, reasonIn(json));
}
