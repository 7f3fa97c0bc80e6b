import type { PortalLanguage } from '@gurukul/contract/provider';
import { isolated } from '../../../plain.ts';
import type { MailTexts } from './en.ts';
import { en } from './en.ts';
import { hi } from './hi.ts';
import { te } from './te.ts';

/** The same texts, in which a name that is written from right to left turns nothing but itself. */
function isolating(texts: unknown): unknown {
  if (typeof texts === 'function') {
    return (...given: unknown[]): unknown =>
      Reflect.apply(
        texts,
        undefined,
        given.map((one) => (typeof one === 'string' ? isolated(one) : one)),
      );
  }
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, isolating(value)]));
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has the same keys and functions
const ready = (texts: MailTexts) => isolating(texts) as MailTexts;

/** The texts of mails in each language of the portal. */
export const textsIn: Readonly<Record<PortalLanguage, MailTexts>> = {
  en: ready(en),
  te: ready(te),
  hi: ready(hi),
};

export type { MailTexts } from './en.ts';
