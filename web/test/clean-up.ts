import { afterEach, beforeAll } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../calls/query-client.ts';
import { unmount } from './render.tsx';

// Runs with every test file. All of them share one page, and what a file imports is evaluated once: hooks of a shared
// module would belong to the first file alone.
const realFetch = globalThis.fetch;

beforeAll(() => page.viewport(414, 896));

afterEach(() => {
  unmount();
  globalThis.fetch = realFetch;
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
});
