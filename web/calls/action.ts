import type { Call, CallInput, CallOutput } from '@gurukul/contract/shared/calls/call';
import { repeatsEnded } from '#web/lib/browser/repeats.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { isMailKept, newActionKey, send } from './client.ts';
import { ApiError } from './errors.ts';

/**
 * Within this time the same request is one press: a double click, Enter and a click, a key that is held down. With a
 * question or an undo in between it is not.
 */
const repeatMs = 600;

interface Submission<T> {
  /** The call and its input, as text. */
  readonly text: string;
  readonly key: string;
  pressedAt: number;
  readonly ended: number;
  isRunning: boolean;
  /** Null if the last attempt got no answer, so its result is not known. */
  answer: Promise<T> | null;
}

/** The answer that a press belongs to; null if the press is a new action. */
function answerTo<T>(last: Submission<T> | null, text: string, now: number): Promise<T> | null {
  if (last?.text !== text || last.answer === null) return null;
  const isRepeat = now - last.pressedAt < repeatMs && last.ended === repeatsEnded();
  return last.isRunning || isRepeat ? last.answer : null;
}

/**
 * A call that changes something, as one place of the page makes it. Repeated presses share one request and
 * its answer. If an attempt got no answer, a retry with the same input sends the same key, so nothing is done twice.
 * `seen` is what the person saw when they decided: a toggle that is pressed again after a change is a new action.
 * @param onSend Learns the key of each attempt before it is sent.
 */
export function action<C extends Call>(call: C, onSend?: (key: string, input: CallInput<C>) => void) {
  let last: Submission<CallOutput<C>> | null = null;

  const attempt = async (submission: Submission<CallOutput<C>>, input: CallInput<C>) => {
    try {
      onSend?.(submission.key, input);
      const answer = await send(call, input, { idempotencyKey: submission.key });
      if (isMailKept(answer)) toast.mailKept();
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.isPassing) submission.answer = null;
      else if (last === submission) last = null;
      throw error;
    } finally {
      submission.isRunning = false;
    }
  };

  return (input: CallInput<C>, seen = ''): Promise<CallOutput<C>> => {
    const text = JSON.stringify([input, seen]);
    const now = performance.now();
    const known = answerTo(last, text, now);
    if (last && known) {
      last.pressedAt = now;
      return known;
    }
    const key = last?.text === text && last.answer === null ? last.key : newActionKey();
    const submission: Submission<CallOutput<C>> = {
      text,
      key,
      pressedAt: now,
      ended: repeatsEnded(),
      isRunning: true,
      answer: null,
    };
    last = submission;
    submission.answer = attempt(submission, input);
    return submission.answer;
  };
}
