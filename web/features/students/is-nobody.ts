import { ApiError } from '#web/calls/errors.ts';

/** A look-up by email found nobody, or was told something that is no address at all. */
export function isNobody(outcome: unknown): boolean {
  if (outcome instanceof ApiError) return outcome.status === 400;
  if (typeof outcome !== 'object' || outcome === null || !('data' in outcome)) return false;
  return Array.isArray(outcome.data) && outcome.data.length === 0;
}
