import { Select, type SelectProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';

/**
 * The select that a `SelectButton` becomes. It opens by itself: pressed rather than put there open, since the arrow keys
 * start at what is chosen only then.
 */
export function LateSelect(props: SelectProps) {
  const select = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    select.current?.focus();
    select.current?.click();
  }, []);
  return <Select ref={select} allowDeselect={false} {...props} />;
}
