import type { FileKind } from '@gurukul/contract/files';
import { useRef } from 'react';
import { upload } from './upload.ts';

interface Running {
  readonly location: Promise<string>;
  readonly stop: AbortController;
}

/** The upload of a form's one picture. Saving can wait for it, and a reset can stop it. */
export function useImageUpload(kind: FileKind) {
  const running = useRef<Running | null>(null);

  const begin = async (file: File, onProgress: (share: number) => void): Promise<string> => {
    const stop = new AbortController();
    const location = upload(kind, file, { signal: stop.signal, onProgress });
    const mine = { location, stop };
    running.current = mine;
    try {
      return await location;
    } finally {
      if (running.current === mine) running.current = null;
    }
  };

  const cancel = () => {
    running.current?.stop.abort();
    running.current = null;
  };

  return { begin, cancel, arriving: () => running.current?.location ?? null };
}
