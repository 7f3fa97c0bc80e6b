import { useLayoutEffect, type RefCallback } from 'react';

interface StandInProps {
  element: HTMLElement;
  ref?: RefCallback<HTMLElement>;
}

/** The menu component wants to build its own button; this one existed before the menu. */
export function StandIn({ element, ref }: StandInProps) {
  useLayoutEffect(() => {
    ref?.(element);
  }, [element, ref]);
  return null;
}
