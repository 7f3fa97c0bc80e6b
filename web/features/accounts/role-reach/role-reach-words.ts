import type { Reach } from '@gurukul/contract/shared/calls/actions';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { roleReachTexts as t } from '#web/texts/role-reach.ts';
import type { Tone } from '#web/ui/status-badge.tsx';

/** A teacher's own classes are those that they teach; a course admin's own courses are those that they run. */
export function wordOf(role: PortalRole, reach: Reach | null): string {
  if (reach === null) return t.reach.no;
  if (reach !== 'own') return t.reach[reach];
  return role === 'teacher' ? t.reach.ownClasses : t.reach.ownCourses;
}

const tones: Readonly<Record<Reach, Tone>> = { any: 'good', own: 'info', self: 'info' };

export const toneOf = (reach: Reach | null): Tone => (reach === null ? 'calm' : tones[reach]);
