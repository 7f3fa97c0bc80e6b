import { useState } from 'react';
import { useBegun } from '#web/layout/use-begun.ts';

/**
 * How far somebody has come at a door. What they have begun stays on the device until it is saved; `none` is before they
 * chose a file. `isAgain`: they came back to the first step, and find the focus there.
 */
export function useDoor<Begun extends object, Result>(door: string, none: Begun) {
  const [begun, change] = useBegun(door, none);
  const [result, setResult] = useState<Result | null>(null);
  const [isAgain, setAgain] = useState(false);
  return {
    /** False while the device is asked what was begun. */
    isReady: begun !== null,
    ...(begun ?? none),
    change,
    result,
    isAgain,
    finish: (done: Result) => {
      setResult(done);
      change(none);
    },
    startAnew: () => {
      change(none);
      setResult(null);
      setAgain(true);
    },
  };
}
