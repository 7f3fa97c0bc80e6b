import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import mantinePreset from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { catalogues } from './build/catalogues.ts';
import { chunkGroups, shared } from './build/chunks.ts';
import { contractTable } from './build/contract-table.ts';
import { countryData } from './build/country-data.ts';
import { firstPaint } from './build/first-paint.ts';
import { fontFaces } from './build/font-faces.ts';
import { mantineStyles } from './build/mantine-styles.ts';
import { offlineFiles } from './build/offline-files.ts';
import { packedFiles } from './build/packed-files.ts';
import { pagePreloads } from './build/page-preloads.ts';
import { pdfData } from './build/pdf-data.ts';
import { pushWorker } from './build/push-worker.ts';

const offline = offlineFiles([
  'index.html',
  'signed-in.tsx',
  'features/command-bar/command-bar.tsx',
  'layout/overlays.tsx',
  'layout/account-menu-list.tsx',
  'layout/hints.tsx',
  'layout/menu-drawer.tsx',
  'layout/waiting-list.tsx',
  'layout/signed-out.tsx',
  'features/accounts/sign-in/login-page.tsx',
  'features/attendance/day-door.tsx',
]);

const first = firstPaint();

/** The portal on a phone: it can be installed, and a teacher can call the roll where there is no network. */
const app = VitePWA({
  // The portal registers its worker itself, after sign-in, and leaves it to the person when to load a newer build.
  registerType: 'prompt',
  injectRegister: null,
  // A file in `public`: the server writes the provider's name and icons into it, so the worker must not store it.
  manifest: false,
  workbox: {
    globPatterns: [
      'index.html',
      'favicon.svg',
      'assets/*.{js,css}',
      'assets/*-{plain,latin,latin-ext}-{wght,600}-normal-*.woff2',
    ],
    manifestTransforms: [
      (entries) => ({
        manifest: entries.filter(({ url }) => !/\.(js|css)$/.test(url) || offline.has(url) || first.has(url)),
        warnings: [],
      }),
    ],
    // One file: the policy of the pages holds for the worker too, and lets it load no further script by address.
    inlineWorkboxRuntime: true,
    sourcemap: false,
    clientsClaim: true,
    cleanupOutdatedCaches: true,
    directoryIndex: null,
    // Addresses are answered by the network, so that a page opened is the newest; by the device where there is none.
    navigateFallback: null,
    runtimeCaching: [
      {
        urlPattern: ({ request, url, sameOrigin }) =>
          sameOrigin && request.mode === 'navigate' && !/^\/(api|files|calendar|me)\//.test(url.pathname),
        // This function is written into the worker as it stands here.
        handler: async ({ request, event }) => {
          const filesOf = async (page: Response) =>
            (await page.clone().text()).match(/\/assets\/[\w.-]+\.js/g)?.join();
          // The page that was seen last has the provider's present name, logo and colour. If it belongs to another
          // build, its files are not on the device.
          const kept = async () => {
            const own = await caches.match('/index.html', { ignoreSearch: true });
            const seen = await caches.match('/', { cacheName: 'page' });
            return own && seen && (await filesOf(own)) === (await filesOf(seen)) ? seen : own;
          };
          const tooLong = new Promise<never>((_, reject) => setTimeout(reject, 4000));
          try {
            const response = await Promise.race([fetch(request), tooLong]);
            if (response.ok) {
              const page = response.clone();
              event.waitUntil(caches.open('page').then((cache) => cache.put('/', page)));
            }
            return response.status < 500 ? response : ((await kept()) ?? response);
          } catch {
            return (await kept()) ?? Response.error();
          }
        },
      },
      {
        // Another language than English comes whole, in one file; the page that chose it puts it there.
        urlPattern: ({ url, sameOrigin }) =>
          sameOrigin && /^\/assets\/(?:te|hi)-[\w-]+\.js$/.test(url.pathname),
        handler: 'CacheFirst',
        options: { cacheName: 'languages', expiration: { maxEntries: 2 } },
      },
    ],
  },
});

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    catalogues(),
    contractTable(),
    countryData(),
    fontFaces(),
    mantineStyles(),
    pdfData(),
    react({ compiler: true }),
    shared.plugin,
    offline.plugin,
    first,
    app,
    pagePreloads(first),
    pushWorker(),
    packedFiles(),
  ],
  css: {
    // Vite's CSS minifier breaks light-dark() in CSS modules; the preset resolves it first.
    postcss: { plugins: [mantinePreset()] },
  },
  // All at once: a library found late would be bundled with a second React, in the dev server and in browser tests.
  optimizeDeps: {
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'react/compiler-runtime',
      'icu-minify/format',
      '@mantine/core',
      '@mantine/dates',
      '@mantine/form',
      '@mantine/hooks',
      '@mantine/modals',
      '@mantine/notifications',
      '@mantine/tiptap',
      '@tabler/icons-react',
      '@tanstack/react-query',
      '@tanstack/react-router',
      '@tiptap/pm/model',
      '@tiptap/react',
      '@tiptap/starter-kit',
      'countries-list',
      'd3-scale',
      'd3-shape',
      'dayjs',
      'dompurify',
      'idb-keyval',
      'pdfjs-dist',
      'zod',
    ],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Small images stay files: the page's policy is simpler to reason about without data: URLs of ours.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups } },
      // Six thousand icons would be compiled for the ninety that are drawn: a fifth of the time and a third of the memory.
      experimental: { lazyBarrel: true },
    },
  },
});
