import type { ProviderSettings } from '@gurukul/contract/provider';
import { productName } from '@gurukul/contract/provider';
import { accentStyle } from '@gurukul/contract/shared/words/accents';
import { showProvider } from '#web/lib/provider.ts';

/** The style element that the server writes into the page of HTML where the colour is another. */
function accentElement(): HTMLStyleElement {
  const known = document.querySelector<HTMLStyleElement>('style#accent');
  if (known) return known;
  const made = document.createElement('style');
  made.id = 'accent';
  return document.head.appendChild(made);
}

/** Shows settings that were just saved or undone on this page, as the server writes them into the next one. */
export function showSettings({
  name,
  logo,
  accent,
  languages,
  spoken_languages: spoken,
  time_zone: zone,
}: ProviderSettings): void {
  accentElement().textContent = accentStyle(accent);
  showProvider({ name: name || productName, ...(logo && { logo }), languages, spoken, zone });
}
