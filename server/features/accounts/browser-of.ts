import Bowser from 'bowser';

/** The names of the browser and the system that a user agent claims; empty when it says nothing known. */
export function browserOf(agent: string): { readonly browser: string; readonly system: string } {
  const { browser, os } = agent === '' ? { browser: {}, os: {} } : Bowser.parse(agent);
  return { browser: browser.name ?? '', system: os.name ?? '' };
}
