import type { Translated } from '@gurukul/contract/shared/translated';
import { deeds as english } from './en/deeds.ts';
import { language, type Language } from './language.ts';

const translations: Readonly<
  Record<Exclude<Language, 'en'>, () => Promise<{ readonly deeds: Translated<typeof english> }>>
> = {
  te: () => import('./te/deeds.ts'),
  hi: () => import('./hi/deeds.ts'),
};

/** Outside of the catalogue, which every page in Telugu or Hindi loads: one page alone needs these texts. */
export const deedTexts: Translated<typeof english> =
  language === 'en'
    ? english
    : await translations[language]().then(
        ({ deeds }) => deeds,
        () => english,
      );
