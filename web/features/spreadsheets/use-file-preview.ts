import type { PreviewCall } from '@gurukul/contract/shared/calls/call';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { send } from '#web/calls/client.ts';
import { refusedWith } from '#web/calls/errors.ts';

/** The preview of now, if a save was refused because the person saw another one. */
export const previewSince = <I, P>(_call: PreviewCall<I, P>, error: unknown): P | undefined =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the refusal has what the preview's call answers
  refusedWith(error, 'changed_since_check')?.preview as P | undefined;

/** What a file would do: asked when it arrives, and again when the person has said more. */
export function useFilePreview<C, I extends C & object, P>(call: PreviewCall<C, P>, question: I) {
  const [input, setInput] = useState(question);
  /** `isOther`: it is otherwise than the person saw it. */
  const [seen, setSeen] = useState<{ readonly preview: P; readonly isOther: boolean } | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (given: I) => send(call, given),
    onSuccess: ({ data }) => setSeen({ preview: data, isOther: false }),
  });
  const [begin] = useState(question);
  useEffect(() => mutate(begin), [mutate, begin]);
  return {
    input,
    seen,
    isPending,
    error,
    check: (said: Partial<I> = {}) => {
      const next = { ...input, ...said };
      setInput(next);
      mutate(next);
    },
    /** Shows the present preview, if the save was refused for it. */
    replace: (failure: unknown): boolean => {
      const preview = previewSince(call, failure);
      if (preview) setSeen({ preview, isOther: true });
      return preview !== undefined;
    },
  };
}
