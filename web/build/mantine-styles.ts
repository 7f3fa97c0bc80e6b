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

/** Styles that belong to no single component: the reset and a few classes for the whole page. */
const shared = ['baseline', 'global'];

const classNames = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;

const variables = 'virtual:theme-variables.css';

/** What writes the variables into the page: with the style sheet nothing needs it, nor what it is made of. */
const variablesWriter = /\/@mantine\/core\/esm\/.*\/MantineCssVariables\.mjs$/;

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
 * In a build each component of Mantine brings its own styles, so a page loads only the styles of its components. The
 * import of all styles becomes the shared part. A component loads after the components it is made of, and so do its
 * styles: the order in Mantine's cascade layer stays that of the whole file.
 *
 * The variables of the theme are a style sheet too. Mantine does not write them into the page at start, because the
 * pages before sign-in are painted without it.
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
        if (variablesWriter.test(id)) return 'export const MantineCssVariables = () => null;';
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
