/** Shows the keys of the portal, as the key `?` does. */
export const showKeys = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }));
