import { calendarBytes } from '@gurukul/contract/meetings';
import { askInternet } from '#server/http/internet/internet.ts';
import { readText } from '#server/http/internet/read-bytes.ts';

const mostMs = 10_000;
const mostRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
const headers = { accept: 'text/calendar, text/plain;q=0.5', 'accept-encoding': 'identity' };

/**
 * The text behind an https address. `networks` may be asked besides the internet. Throws if there is none, if it has more
 * than `calendarBytes`, or takes longer than ten seconds.
 */
export async function fetchCalendar(address: string, networks: readonly string[]): Promise<string> {
  const signal = AbortSignal.timeout(mostMs);
  let url = new URL(address);
  for (let step = 0; step <= mostRedirects; step += 1) {
    const answer = await askInternet(url, { headers, networks, signal });
    try {
      const { statusCode = 0, headers } = answer;
      if (statusCode === 200) return await readText(answer, calendarBytes);
      if (!redirects.has(statusCode) || headers.location === undefined)
        throw new Error(`status ${statusCode}`);
      url = new URL(headers.location, url);
    } finally {
      answer.destroy();
    }
  }
  throw new Error('too many redirects');
}
