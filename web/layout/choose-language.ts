import type { PortalLanguage } from '@gurukul/contract/shared/words/languages';
import { keepOverReload } from '#web/lib/address/left-behind.ts';
import { storeLanguage } from '#web/texts/language.ts';

/** Shows the page in another language. What was being typed comes along. */
export function chooseLanguage(wanted: PortalLanguage): void {
  storeLanguage(wanted);
  keepOverReload();
  location.reload();
}
