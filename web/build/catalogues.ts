import { compiled } from '@gurukul/contract/shared/words/compiled';
import { readCatalogue } from '@gurukul/contract/shared/words/read-catalogue';
import type { Plugin } from 'vite';

const file = /\/contract\/texts\/([\w-]+)\.([\w-]+)\.json$/;

/** Compiles the messages of the catalogues, so that no browser needs a parser of ICU MessageFormat. */
export const catalogues = (): Plugin => ({
  name: 'gurukul-catalogues',
  enforce: 'pre',
  transform: {
    filter: { id: file },
    handler(_, id) {
      const [, noun = '', language = ''] = file.exec(id) ?? [];
      const code = JSON.stringify(compiled(readCatalogue(noun, language)));
      return { code: `export default ${code}`, map: null, moduleType: 'js' };
    },
  },
});
