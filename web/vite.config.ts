import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import mantinePreset from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { contractTable } from './build/contract-table.ts';

const api = `http://127.0.0.1:${process.env['PORT'] ?? '4000'}`;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [contractTable(), react({ compiler: true })],
  css: {
    // Vite's CSS minifier breaks light-dark() in CSS modules; the preset resolves it first.
    postcss: { plugins: [mantinePreset()] },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Small images stay files: the page's policy is simpler to reason about without data: URLs of ours.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': api, '/files': api } },
  preview: { proxy: { '/api': api, '/files': api } },
});
