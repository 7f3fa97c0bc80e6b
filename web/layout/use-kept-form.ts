import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useState } from 'react';
import {
  useDraft,
  useKeepDraft,
  useLeaveGuard,
  type GuardOptions,
  type Question,
} from './use-leave-guard.ts';

interface TypedForm<T> {
  /** What stood there before anything was typed. */
  readonly base: T;
  readonly values: T;
}

/** Also of lists, which come back as others. */
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The newest values, with what the person changed on top of them. */
function onTop<T extends object>(newest: T, { base, values }: TypedForm<T>): T {
  const before = new Map<string, unknown>(Object.entries(base));
  const changed = Object.entries(values).filter(([name, value]) => !same(value, before.get(name)));
  return { ...newest, ...Object.fromEntries(changed) };
}

/** What a form begins with: its first values, or what stood in it when the session ended. */
export function useBeginning<T extends object>(key: string, initial: T): T {
  const typed = useDraft<TypedForm<T>>(key);
  const [beginning] = useState(() => (typed ? onTop(initial, typed) : initial));
  return beginning;
}

type Form<T extends object> = Pick<UseFormReturnType<T>, 'isDirty' | 'getValues' | 'resetDirty'>;

/** Guards a form that has begun with `useBeginning` of the same key, and keeps it when the session ends. */
export function useKeptForm<T extends object>(
  form: Form<T>,
  key: string,
  initial: T,
  question: Question,
  options: GuardOptions = {},
) {
  const [first] = useState(initial);
  useEffect(() => {
    // What came back is a change, and a reset leads to what the form would have begun with.
    form.resetDirty(first);
    // oxlint-disable-next-line react/exhaustive-deps -- as the form begins, and never again
  }, []);
  useKeepDraft(key, () => (form.isDirty() ? { base: first, values: form.getValues() } : null));
  useLeaveGuard(form.isDirty, question, options);
}
