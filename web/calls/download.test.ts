import { students } from '@gurukul/contract/students';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../lib/session.ts';
import { MemoryStorage } from '../test/memory-storage.ts';
import { download } from './download.ts';

const realFetch = globalThis.fetch;

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage());
  session.start({ token: 's_x', user_id: 1, role: 'admin', mainrole: 'admin' });
});

afterEach(() => {
  globalThis.fetch = realFetch;
});

const asked: { url: string; headers: Headers }[] = [];

/** The network between the browser and the API. */
function answerWith(response: Response) {
  asked.length = 0;
  globalThis.fetch = async (url, request) => {
    asked.push({ url: String(url), headers: new Headers(request?.headers) });
    return response;
  };
}

/** A file that comes in pieces; it breaks off behind them when it `isTorn`. */
function fileOf(pieces: readonly string[], isTorn = false) {
  const left = [...pieces];
  const body = new ReadableStream({
    pull(controller) {
      const piece = left.shift();
      if (piece !== undefined) return controller.enqueue(new TextEncoder().encode(piece));
      if (isTorn) return controller.error(new TypeError('connection lost'));
      return controller.close();
    },
  });
  const headers = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="list.csv"' };
  return new Response(body, { headers });
}

const counts: number[] = [];

function fetchList() {
  counts.length = 0;
  const input = { format: 'csv', course_status: 'active', search: 'a b', sort: '' } as const;
  return download(students.export_students, input, (count) => counts.push(count));
}

test('a refused file is the refusal, and ends a session that is over', async () => {
  answerWith(Response.json({ status: 401, message: 'Please sign in' }, { status: 401 }));
  await expect(fetchList()).rejects.toMatchObject({ status: 401, message: 'Please sign in' });
  expect(session.isSignedIn).toBe(false);
});

test('a file that breaks off is a failure, not a shorter file', async () => {
  answerWith(fileOf(['Name\r\n', 'Asha\r\n'], true));
  await expect(fetchList()).rejects.toMatchObject({ status: 0, isPassing: true });
});

test('a file comes whole, under the server’s name for it, and reports its progress', async () => {
  answerWith(fileOf(['Name\r\n', 'Asha\r\n']));
  const { name, bytes } = await fetchList();
  expect(name).toBe('list.csv');
  expect(bytes.type).toBe('text/csv');
  expect(await bytes.text()).toBe('Name\r\nAsha\r\n');
  expect(counts).toEqual([6, 12]);
  expect(asked[0]!.url).toBe('/api/student/export_students');
  expect(asked[0]!.headers.get('authorization')).toBe('Bearer s_x');
});
