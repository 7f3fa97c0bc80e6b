/** Heard by the shell. It is no key, so that buttons show the keys where letters are turned off. */
export const showKeysEvent = 'show-keys';

/** Shows the keys of the portal, as the key `?` does. */
export const showKeys = () => document.dispatchEvent(new Event(showKeysEvent));
