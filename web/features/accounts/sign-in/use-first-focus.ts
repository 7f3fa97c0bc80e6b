import { useEffect, useRef } from 'react';

/** Puts the focus into the first field of a step, since the button that led here is gone. */
export function useFirstFocus() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
