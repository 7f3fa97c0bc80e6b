import frame from '@gurukul/contract/texts/frame.en.json' with { type: 'json' };
import shell from '@gurukul/contract/texts/shell.en.json' with { type: 'json' };
import ui from '@gurukul/contract/texts/ui.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

/** What every page may say; the texts of each noun stand in a module of their own, so that a page brings only its own. */
export const texts = {
  ...(await translated('frame', frame)),
  shell: await translated('shell', shell),
  ui: await translated('ui', ui),
};
