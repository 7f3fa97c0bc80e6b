import type { Translated } from '@gurukul/contract/shared/words/translated';
import { actions as english } from './en/actions.ts';
import { language, type Language } from './language.ts';

const translations: Readonly<
  Record<Exclude<Language, 'en'>, () => Promise<{ readonly actions: Translated<typeof english> }>>
> = {
  te: () => import('./te/actions.ts'),
  hi: () => import('./hi/actions.ts'),
};

/** Outside of the catalogue, which every page in Telugu or Hindi loads: one page alone needs these texts. */
export const actionTexts: Translated<typeof english> =
  language === 'en'
    ? english
    : await translations[language]().then(
        ({ actions }) => actions,
        () => english,
      );
