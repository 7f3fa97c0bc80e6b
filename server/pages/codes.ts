import type { Config } from '#server/config.ts';
import { isMac, macOf } from '#server/derived-key.ts';
import { hashSecret, newCode, newSecret } from '#server/secrets.ts';

/* Codes of six digits that are mailed to who opens a page or sends a form. */

export const codeMinutes = 10;
export const mostTries = 5;

type Purpose = 'my page code' | 'registration code';

const codeText = (challenge: string, code: string) => `${challenge}:${code}`;

/** A code, the secret that the browser which asked for it sends with it, and what is stored of the two. */
export function newPageCode({ secretKey }: Pick<Config, 'secretKey'>, purpose: Purpose) {
  const [code, challenge] = [newCode(6), newSecret()];
  return {
    code,
    challenge,
    hash: hashSecret(challenge),
    mac: macOf(secretKey, purpose, codeText(challenge, code)),
  };
}

export const isPageCode = (
  { secretKey }: Pick<Config, 'secretKey'>,
  purpose: Purpose,
  { challenge, code }: { readonly challenge: string; readonly code: string },
  mac: Buffer,
): boolean => isMac(secretKey, purpose, codeText(challenge, code), mac);

/** Six digits, as people write them: with spaces between, or of another script. Null: it cannot be a code. */
export function readCode(written: string): string | null {
  const digits = written.normalize('NFKC').replaceAll(/[\s\u200B-\u200D\u2060-]/gu, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}
