import rows from '../../texts/languages.json' with { type: 'json' };

/**
 * A language of the portal, by the tag of browsers. A row of `texts/languages.json` and catalogues make a language; a
 * draft has catalogues for some nouns only.
 */
export type PortalLanguage = keyof typeof rows;

interface Row {
  /** In the language itself. */
  readonly name: string;
  /** How its readers write dates and numbers. */
  readonly locale: string;
  /** A provider offers it only if they choose so. */
  readonly isDraft: boolean;
}

export const languageRows: Readonly<Record<PortalLanguage, Row>> = rows;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of this very file
export const portalLanguages = Object.keys(rows) as readonly PortalLanguage[];

/** The languages that are offered where nobody chose. */
export const finishedLanguages = portalLanguages.filter((language) => !languageRows[language].isDraft);

export const isPortalLanguage = (tag: string | null): tag is PortalLanguage =>
  tag !== null && Object.hasOwn(rows, tag);
