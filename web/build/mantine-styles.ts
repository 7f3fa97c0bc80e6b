import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import type * as themeModule from '../theme/theme.ts';

const whole = createRequire(import.meta.url).resolve('@mantine/core/styles.layer.css');
const styles = join(dirname(whole), 'styles');

/** What no component wears alone: the reset and a few classes for the whole page. */
const shared = ['baseline', 'global'];

const classNames = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;

const variables = 'virtual:theme-variables.css';
const themeFile = fileURLToPath(new URL('../theme/theme.ts', import.meta.url));

/** The theme as the variables that Mantine's styles read, in its cascade layer. */
async function themeVariables() {
  const { theme }: typeof themeModule = await import(
    `${pathToFileURL(themeFile).href}?changed=${statSync(themeFile).mtimeMs}`
  );
  const resolved = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const scheme = (name: string) => ({ '--mantine-color-scheme': name });
  return `@layer mantine{${convertCssVariables({
    variables: resolved.variables,
    light: { ...scheme('light'), ...resolved.light },
    dark: { ...scheme('dark'), ...resolved.dark },
  })}}`;
}

/**
 * In a build each component of Mantine brings its own styles, so that a page loads those of what it shows; the import of
 * all of them becomes the part that is shared. A component is loaded after those that it is made of, and so are their
 * styles: the order in Mantine's cascade layer stays what its whole file has.
 *
 * The variables of the theme are a style sheet as well, and not written into the page when Mantine starts: the pages
 * outside are painted without it.
 */
export function mantineStyles(): Plugin[] {
  return [
    {
      name: 'gurukul-theme-variables',
      resolveId: (id) => (id === variables ? `\0${variables}` : null),
      async load(id) {
        if (id !== `\0${variables}`) return null;
        this.addWatchFile(themeFile);
        return themeVariables();
      },
    },
    {
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
    },
  ];
}
