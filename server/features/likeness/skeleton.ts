import { skeletonOf } from '@gurukul/contract/shared/person/sound';
import { fit, nameOf } from './names.ts';

/** A name as skeletons of its words. */
export const skeletonName = (text: string) => nameOf(nameOf(text).tokens.map(skeletonOf).join(' '));

/** How two names fit, as they are written and as they sound: లక్ష్మి is Lakshmi. */
export const fitsOf = (one: string, other: string) => [
  fit(nameOf(one), nameOf(other)),
  fit(skeletonName(one), skeletonName(other)),
];
