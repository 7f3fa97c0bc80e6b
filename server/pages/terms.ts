import type english from '@gurukul/contract/texts/consents.en.json';
import type { PortalLanguage } from '@gurukul/contract/provider';
import { bodyIn } from '#server/db/terms.ts';
import type { Terms } from '#server/db/terms.ts';
import { translated } from '#server/texts.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';

export const consentTexts = translated<typeof english>('consents');

/** A text to read, behind its name. */
export const termsPart = (language: PortalLanguage, terms: Terms): Html =>
  html`<details>
    <summary>${consentTexts(language).kinds[terms.kind]}</summary>
    ${bodyIn(language, terms)
      .split('\n')
      .map((line) => line.trim() !== '' && html`<p dir="auto">${line}</p>`)}
  </details>`;
