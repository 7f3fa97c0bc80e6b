import type { Call, CallInput, CallOutput } from '@gurukul/contract/shared/call';
import { questionsAsked } from '#web/lib/questions-asked.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { isMailKept, newActionKey, send } from './client.ts';
import { ApiError } from './errors.ts';

/**
 * Within this time the same request is one gesture: a double click, Enter and a click, a key that is held down. With a
 * question in between it is not.
 */
const gestureMs = 600;

interface Gesture<T> {
  /** The call and its input, as text. */
  readonly text: string;
  readonly key: string;
  pressedAt: number;
  /** The number of questions that were asked before it. */
  readonly asked: number;
  isRunning: boolean;
  /** Null if the last attempt got no answer, so its result is not known. */
  answer: Promise<T> | null;
}

/** The answer that a press belongs to; null if the press is a new action. */
function answerTo<T>(last: Gesture<T> | null, text: string, now: number): Promise<T> | null {
  if (last?.text !== text || last.answer === null) return null;
  const isOneGesture = now - last.pressedAt < gestureMs && last.asked === questionsAsked();
  return last.isRunning || isOneGesture ? last.answer : null;
}

/**
 * A call that changes something, as one place of the page makes it. The presses of one gesture share one request and
 * its answer. If an attempt got no answer, a retry with the same input sends the same key, so nothing is done twice.
 * `seen` is what the person saw when they decided: a toggle that is pressed again after a change is a new action.
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
