import type { Progress } from './in-worker.ts';
import { makeTemplate, readLines, type SheetReading, type TemplateTexts } from './sheet.ts';

/** The tasks that the page may give to the worker. */
export type SheetTask =
  | { readonly kind: 'read'; readonly bytes: ArrayBuffer; readonly reading: SheetReading }
  | { readonly kind: 'template'; readonly texts: TemplateTexts };

const tell = (progress: number) => postMessage({ progress } satisfies Progress);

addEventListener('message', ({ data }: MessageEvent<SheetTask>) => {
  postMessage(
    data.kind === 'read'
      ? readLines(new Uint8Array(data.bytes), data.reading, tell)
      : makeTemplate(data.texts),
  );
});
