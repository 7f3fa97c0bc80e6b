import { skeletonOf, sparseSkeletons } from '@gurukul/contract/shared/person/sound';
import { fit, nameOf } from './names.ts';

const nameBy = (text: string, soundOf: (word: string) => string) =>
  nameOf(nameOf(text).tokens.map(soundOf).join(' '));

/** A name as skeletons of its words. */
export const skeletonName = (text: string) => nameBy(text, skeletonOf);

/** How two names fit, as they are written and as they sound: లక్ష్మి is Lakshmi. */
export const fitsOf = (one: string, other: string) => [
  fit(nameOf(one), nameOf(other)),
  fit(skeletonName(one), skeletonName(other)),
  ...sparseSkeletons.flatMap((script) =>
    script.isOf(one) === script.isOf(other)
      ? []
      : [fit(nameBy(one, script.skeletonOf), nameBy(other, script.skeletonOf))],
  ),
];
