import { bring, type BringInput, type BringPreview } from '@gurukul/contract/bring';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { send } from '#web/calls/client.ts';

interface Seen {
  readonly preview: BringPreview;
  /** It is otherwise than the person saw it. */
  readonly isOther: boolean;
}

/** What the files would do: asked when they arrive, and again when the person has said more. */
export function useBringPreview(first: BringInput) {
  const [input, setInput] = useState(first);
  const [seen, setSeen] = useState<Seen | null>(null);
  const { mutate, ...asking } = useMutation({
    mutationFn: (given: BringInput) => send(bring.bring_preview, given),
    onSuccess: ({ data }) => setSeen({ preview: data, isOther: false }),
  });
  const [begin] = useState(first);
  useEffect(() => mutate(begin), [mutate, begin]);
  return {
    input,
    seen,
    isPending: asking.isPending,
    error: asking.error,
    check: (change: Partial<BringInput>) => {
      const next = { ...input, ...change };
      setInput(next);
      mutate(next);
    },
    replace: (preview: BringPreview) => setSeen({ preview, isOther: true }),
  };
}
