import { pick } from './catalogue.ts';
import { frame } from './en/frame.ts';
import { shell } from './en/shell.ts';
import { ui } from './en/ui.ts';

/** What every page may say; the texts of each noun stand in a module of their own, so that a page brings only its own. */
export const texts = {
  ...pick('frame', frame),
  shell: pick('shell', shell),
  ui: pick('ui', ui),
};
