import { accounts } from '@gurukul/contract/accounts';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endRepeats } from '../lib/browser/repeats.ts';
import { session } from '../lib/session.ts';
import { render } from '../test/render.tsx';
import { proofQuestion } from './proof.ts';
import { queryClient } from './query-client.ts';
import { useAction } from './use-action.ts';

let keys: (string | null)[] = [];

/** The network between the browser and the API. It gives the answers one after the other. */
function answerWith(...answers: (() => Response)[]) {
  keys = [];
  globalThis.fetch = async (_, request) => {
    keys.push(new Headers(request?.headers).get('idempotency-key'));
    const answer = answers.shift();
    if (!answer) throw new TypeError('nobody answers');
    return answer();
  };
}

const refusal = (status: number) => () => Response.json({ status, message: 'no' }, { status });
const success = () => Response.json({ status: 200, message: 'success' });
const noAnswer = () => {
  throw new TypeError('connection lost');
};

function Invite() {
  const invite = useAction(accounts.invite);
  const send = (email_id: string) => void invite.run({ email_id, role: 'teacher' }).catch(() => {});
  return (
    <>
      <button type="button" onClick={() => send('asha@gurukul.test')}>
        Asha
      </button>
      <button type="button" onClick={() => send('dev@gurukul.test')}>
        Dev
      </button>
      {invite.isPending ? 'Inviting' : null}
    </>
  );
}

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Invite />
    </QueryClientProvider>,
  );

/**
 * Clicks the buttons one after the other. Each click waits until the one before was answered and its gesture is over.
 */
async function click(...names: string[]) {
  show();
  for (const [index, name] of names.entries()) {
    vi.spyOn(performance, 'now').mockReturnValue(index * 10_000);
    await userEvent.click(page.getByRole('button', { name }));
    await expect.poll(() => keys.length).toBe(index + 1);
  }
}

beforeEach(() => session.start({ token: 's_x', user_id: 1, role: 'admin', mainrole: 'admin' }));

afterEach(() => {
  vi.restoreAllMocks();
});

test('trying again after no answer carries the same key, so that nothing is done twice', async () => {
  answerWith(noAnswer, refusal(503), success, success);
  await click('Asha', 'Asha', 'Asha', 'Asha');
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).toBe(keys[0]);
  expect(keys[3]).not.toBe(keys[0]);
});

test('says nothing of work while the person is asked who they are', async () => {
  const end = proofQuestion.subscribe(() => undefined);
  onTestFinished(() => void end());
  answerWith(() => Response.json({ status: 403, code: 'step_up_needed' }, { status: 403 }));
  show();
  await userEvent.click(page.getByRole('button', { name: 'Asha' }));
  await expect.poll(proofQuestion.isOpen).toBe(true);
  await expect.element(page.getByText('Inviting')).not.toBeInTheDocument();
  proofQuestion.settle(false);
});

test('another input, or another try after a refusal, is another action', async () => {
  answerWith(noAnswer, refusal(409), success);
  await click('Asha', 'Dev', 'Dev');
  expect(new Set(keys).size).toBe(3);
});

test('a double click is one request, whether the answer is there before the second click or not', async () => {
  answerWith(success, success);
  show();
  await userEvent.dblClick(page.getByRole('button', { name: 'Asha' }));
  await userEvent.dblClick(page.getByRole('button', { name: 'Dev' }));
  await expect.poll(() => keys.length).toBe(2);

  const pending = Promise.withResolvers<Response>();
  let requests = 0;
  globalThis.fetch = async () => {
    requests += 1;
    return pending.promise;
  };
  await userEvent.click(page.getByRole('button', { name: 'Asha' }));
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000);
  await userEvent.click(page.getByRole('button', { name: 'Asha' }));
  pending.resolve(success());
  await pending.promise;
  expect(requests).toBe(1);
});

test('a key that is held down is one request', async () => {
  answerWith(success, success);
  show();
  const button = page.getByRole('button', { name: 'Asha' });
  for (let at = 0; at < 3000; at += 500) {
    vi.spyOn(performance, 'now').mockReturnValue(at);
    await userEvent.click(button);
  }
  await expect.poll(() => keys.length).toBe(1);
});

test('with a question in between it is another request', async () => {
  answerWith(success, success);
  show();
  vi.spyOn(performance, 'now').mockReturnValue(1000);
  await userEvent.click(page.getByRole('button', { name: 'Asha' }));
  await expect.poll(() => keys.length).toBe(1);
  endRepeats();
  await userEvent.click(page.getByRole('button', { name: 'Asha' }));
  await expect.poll(() => keys.length).toBe(2);
  expect(keys[1]).not.toBe(keys[0]);
});

test('a refused token ends the session', async () => {
  answerWith(refusal(401));
  await click('Asha');
  await expect.poll(() => session.isSignedIn).toBe(false);
});

describe('what was read', () => {
  /** How often each was read: one query that changes make stale, and one that they do not. */
  const reads = { list: 0, picture: 0 };

  function Page({ leavesPage = false }) {
    const invite = useAction(accounts.invite, { leavesPage });
    const read = (name: keyof typeof reads) => () => (reads[name] += 1);
    useQuery({ queryKey: ['list'], queryFn: read('list') });
    useQuery({ queryKey: ['picture'], queryFn: read('picture'), staleTime: 'static' });
    const send = () => void invite.run({ email_id: 'asha@gurukul.test', role: 'teacher' }).catch(() => {});
    return (
      <button type="button" onClick={send}>
        Invite
      </button>
    );
  }

  async function inviteFrom(ui: React.ReactNode, answer: () => Response) {
    queryClient.clear();
    Object.assign(reads, { list: 0, picture: 0 });
    answerWith(answer);
    render(<QueryClientProvider client={queryClient}>{ui}</QueryClientProvider>);
    await expect.poll(() => reads).toEqual({ list: 1, picture: 1 });
    await userEvent.click(page.getByRole('button', { name: 'Invite' }));
    await expect.poll(() => keys.length).toBe(1);
  }

  test.each([
    ['a change', success],
    ['a refusal, which may tell of somebody quicker', refusal(409)],
    ['no answer, since it may have been done', noAnswer],
  ])('is read anew after %s, unless no change concerns it', async (_, answer) => {
    await inviteFrom(<Page />, answer);
    await expect.poll(() => reads).toEqual({ list: 2, picture: 1 });
  });

  test('is left to the page that the action leads to', async () => {
    await inviteFrom(<Page leavesPage />, success);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(reads).toEqual({ list: 1, picture: 1 });
  });
});
