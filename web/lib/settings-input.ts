import type { ProviderSettings } from '@gurukul/contract/provider';

/** Settings as the call that saves them takes them. */
export const asInput = <S extends ProviderSettings>(settings: S) => ({
  ...settings,
  languages: [...settings.languages],
  spoken_languages: [...settings.spoken_languages],
  catalogue_sites: [...settings.catalogue_sites],
  children_checks: [...settings.children_checks],
});
