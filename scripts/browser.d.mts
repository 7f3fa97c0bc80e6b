/** The browser of the tests; undefined without one. */
export function findBrowser(): string | undefined;
/** One with windows; undefined without one. */
export function findWholeBrowser(): string | undefined;
export const otherBrowsers: {
  readonly firefox: { readonly program: string };
  readonly webkit: { readonly program: string; readonly browser: string; readonly screen: string };
};
