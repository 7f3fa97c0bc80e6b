import { texts } from '#web/texts/texts.ts';

const isMac = /Mac OS|iPhone|iPad/.test(navigator.userAgent);

/** The key of the platform that makes a letter a command. */
export const shortcutKey = isMac ? texts.shell.find.keyOnMac : texts.shell.find.key;

export const ariaShortcut = isMac ? 'Meta+K' : 'Control+K';

/** On a Mac, Control and K have an old meaning of their own in text fields. */
export const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;
