import { afterAll, afterEach } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../calls/query-client.ts';
import { hush } from '../ui/feedback/overlay-host.tsx';
import { unmount } from './render.tsx';

// Test files share one page and its modules, so everything that a test leaves behind goes before the next one begins.

const { fetch } = globalThis;
const { href } = location;

/** Tab begins at the top again: a browser goes on from where the last click was, even when that place is gone. */
function beginAtTop() {
  const top = document.createElement('button');
  document.body.prepend(top);
  top.focus();
  top.remove();
}

afterEach(() => {
  unmount();
  hush();
  beginAtTop();
  queryClient.clear();
  globalThis.fetch = fetch;
  localStorage.clear();
  sessionStorage.clear();
});

afterAll(async () => {
  history.replaceState(null, '', href);
  await page.viewport(414, 896);
});
