import type { Call, CallInput, CallOutput } from '@gurukul/contract/shared/call';
import { questionsAsked } from '#web/lib/questions-asked.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { isMailKept, newActionKey, send } from './client.ts';
import { ApiError } from './errors.ts';

/**
 * So close together, the same wish is one gesture: a double click, Enter and a click, a key that is held down. With a
 * question in between it is not.
 */
const gestureMs = 600;

interface Gesture<T> {
  /** What is wished. */
  readonly text: string;
  readonly key: string;
  pressedAt: number;
  /** Questions asked before it. */
  readonly asked: number;
  isRunning: boolean;
  /** Null when the last attempt got none, so that it is not known what became of it. */
  answer: Promise<T> | null;
}

/** The answer that a press belongs to; null when it is a wish of its own. */
function answerTo<T>(last: Gesture<T> | null, text: string, now: number): Promise<T> | null {
  if (last?.text !== text || last.answer === null) return null;
  const isOneGesture = now - last.pressedAt < gestureMs && last.asked === questionsAsked();
  return last.isRunning || isOneGesture ? last.answer : null;
}

/**
 * A call that changes something, as one place of the page makes it. Presses of one gesture share one request and its
 * answer. When an attempt got no answer, trying the same input again carries the same key, so nothing is done twice.
 * `seen`: what the person saw when deciding. A toggle pressed again on changed ground is a new action.
 */
export function action<C extends Call>(call: C) {
  let last: Gesture<CallOutput<C>> | null = null;

  const attempt = async (gesture: Gesture<CallOutput<C>>, input: CallInput<C>) => {
    try {
      const answer = await send(call, input, { idempotencyKey: gesture.key });
      if (isMailKept(answer)) toast.info(texts.ui.mailKept);
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.isPassing) gesture.answer = null;
      else if (last === gesture) last = null;
      throw error;
    } finally {
      gesture.isRunning = false;
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
    const gesture: Gesture<CallOutput<C>> = {
      text,
      key,
      pressedAt: now,
      asked: questionsAsked(),
      isRunning: true,
      answer: null,
    };
    last = gesture;
    gesture.answer = attempt(gesture, input);
    return gesture.answer;
  };
}
