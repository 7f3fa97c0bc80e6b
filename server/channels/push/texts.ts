import type { PushKind } from '@gurukul/contract/push';
import type { PortalLanguage } from '@gurukul/contract/provider';

/** What a notification says, without any name of a person. `place`: a class. */
export const pushTexts: Readonly<
  Record<PortalLanguage, Readonly<Record<PushKind, (place: string) => string>>>
> = {
  en: {
    answer: (place) => `An answer in ${place}`,
    cover_asked: (place) => `Can you take a meeting of ${place}?`,
    roll_missing: (place) => `The roll of ${place} is not called yet`,
  },
  te: {
    answer: (place) => `${place}లో ఒక జవాబు`,
    cover_asked: (place) => `${place} సమావేశాన్ని మీరు తీసుకోగలరా?`,
    roll_missing: (place) => `${place} హాజరు ఇంకా తీసుకోలేదు`,
  },
  hi: {
    answer: (place) => `${place} में एक जवाब`,
    cover_asked: (place) => `क्या आप ${place} की बैठक ले सकते हैं?`,
    roll_missing: (place) => `${place} की हाज़िरी अभी नहीं ली गई`,
  },
};
