import { checkSaid } from '@gurukul/contract/test/check-said';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Throws when a sentence of an answer lacks its code or differs from it. Every answer in a test passes through this.
 */
export function requireCodes(answer: object): void {
  const { status, message, error } = answer as Record<string, unknown>;
  if (status !== 200 || message !== 'success') checkSaid(answer, error ?? message);
  for (const value of Object.values(answer)) checkWithin(value);
}

function checkWithin(value: unknown): void {
  if (Array.isArray(value)) return value.forEach(checkWithin);
  if (!isRecord(value)) return;
  if ('code' in value && 'message' in value) checkSaid(value, value['message']);
  Object.values(value).forEach(checkWithin);
}
