import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const whole = createRequire(import.meta.url).resolve('@mantine/core/styles.layer.css');
const styles = join(dirname(whole), 'styles');

/** What no component wears alone: variables, the reset and a few classes for the whole page. */
const shared = ['default-css-variables', 'baseline', 'global'];

const classNames = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;

/**
 * In a build each component of Mantine brings its own styles, so that a page loads those of what it shows; the import of
 * all of them becomes the part that is shared. A component is loaded after those that it is made of, and so are their
 * styles: the order in Mantine's cascade layer stays what its whole file has.
 */
export function mantineStyles(): Plugin {
  return {
    name: 'gurukul-mantine-styles',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== whole) return null;
      return shared.map((name) => readFileSync(join(styles, `${name}.layer.css`), 'utf8')).join('\n');
    },
    transform(code, id) {
      const name = classNames.exec(id)?.[1];
      return name ? { code: `import '@mantine/core/styles/${name}.layer.css';\n${code}`, map: null } : null;
    },
  };
}
