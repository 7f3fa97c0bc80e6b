import { isHttpsUrl } from './https-url.ts';

/**
 * 'https://www.example.org', of any https address of a site. Null for others, and for hosts with characters that would end
 * an entry of a header.
 */
export function siteOriginOf(text: string): string | null {
  if (!isHttpsUrl(text)) return null;
  const { origin } = new URL(text);
  return /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?$/.test(origin) ? origin : null;
}
