import type { PersonClock } from '@gurukul/contract/shared/person/person-fields';
import type { Place } from './zone-of-place.ts';
import { mayHaveClock, zoneOfCountry, zoneOfPlace } from './zone-of-place.ts';

/** What is known about a person's clock. */
export interface Whereabouts extends Place {
  /** The zone of the classes they are in; null where these meet by several. */
  readonly class_zone?: string | null | undefined;
}

export interface ProposedZone {
  /** IANA zone. */
  readonly zone: string;
  readonly by: Exclude<PersonClock['by'], 'own' | 'provider'>;
}

/** The zone that a person most likely has; null when nothing says it. */
export function proposedZone(where: Whereabouts): ProposedZone | null {
  const byPlace = zoneOfPlace(where);
  if (byPlace !== null) return { zone: byPlace, by: 'place' };
  const { class_zone: byClass = null } = where;
  if (byClass !== null && mayHaveClock(where, byClass)) return { zone: byClass, by: 'class' };
  const byCountry = zoneOfCountry(where);
  return byCountry === null ? null : { zone: byCountry, by: 'country' };
}

/** The zone by which a person reads times: their own, else the proposed one, else the provider's. */
export function readingZone(
  { timezone, ...where }: Whereabouts & { readonly timezone: string },
  providerZone: string,
): PersonClock {
  if (timezone !== '') return { zone: timezone, by: 'own' };
  return proposedZone(where) ?? { zone: providerZone, by: 'provider' };
}
