import type { HtmlTagDescriptor, Plugin } from 'vite';

/** What a stranger sees first. Its fields, buttons and calls are those of most pages behind it. */
const frontDoor = /\/web\/(?:features\/accounts\/login-page|layout\/signed-out)\.tsx$/;

/**
 * What many pages share lies in few files, each with all it stands on: a hundred small ones pack badly and wait for each
 * other. Everything else is divided as its imports are, by page. The libraries under every page change least often and
 * are apart. The later in this list, the later a visitor needs it.
 */
export const chunkGroups = [
  {
    name: 'libraries',
    tags: ['$initial' as const],
    test: /node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/][\w-]+)[\\/]/,
    priority: 4,
  },
  { name: 'start', tags: ['$initial' as const], priority: 3 },
  { name: 'front-door', test: frontDoor, priority: 2 },
  { name: 'frame', test: /\/web\/layout\/shell\.tsx$/, priority: 1 },
];

/** Lets the page ask for the front door at once, not only when its first scripts have run. */
export function preloadFrontDoor(): Plugin {
  return {
    name: 'gurukul-preload-front-door',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const tags: HtmlTagDescriptor[] = [];
        const link = (rel: string, file: string) =>
          tags.push({ tag: 'link', attrs: { rel, crossorigin: true, href: `/${file}` }, injectTo: 'head' });
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue;
          if (file.name !== 'front-door' && !frontDoor.test(file.facadeModuleId ?? '')) continue;
          link('modulepreload', file.fileName);
          for (const css of file.viteMetadata?.importedCss ?? []) link('stylesheet', css);
        }
        if (tags.length === 0) throw new Error('The build holds no front door to preload');
        return tags;
      },
    },
  };
}
