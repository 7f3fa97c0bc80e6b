import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import mantinePreset from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { contractTable } from './build/contract-table.ts';
import { pdfData } from './build/pdf-data.ts';

const api = `http://127.0.0.1:${process.env['PORT'] ?? '4000'}`;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [contractTable(), pdfData(), react({ compiler: true })],
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
      '@tanstack/react-table',
      '@tiptap/pm/model',
      '@tiptap/react',
      '@tiptap/starter-kit',
      'dompurify',
      'pdfjs-dist',
    ],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Small images stay files: the page's policy is simpler to reason about without data: URLs of ours.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': api, '/files': api, '/calendar': api } },
  preview: { proxy: { '/api': api, '/files': api, '/calendar': api } },
});
