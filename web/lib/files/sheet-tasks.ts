import { inWorker, type WorkerOptions } from './in-worker.ts';
import type { SheetLines, SheetReading, TemplateTexts } from './sheet.ts';
import type { SheetTask } from './sheet-worker.ts';

export const sheetBytesMax = 10 * 1024 * 1024;

const ask = <T>(task: SheetTask, options?: WorkerOptions) =>
  inWorker<T>(new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' }), task, options);

/**
 * Reads the rows of a file in a worker, or says why there are none. Never throws. `onShare` hears the share that is
 * done: 0 while the file is opened, because that time cannot be predicted.
 */
export async function readFileLines(
  file: File,
  reading: SheetReading,
  onShare: (share: number) => void = () => {},
): Promise<SheetLines> {
  try {
    const bytes = await file.arrayBuffer();
    return await ask<SheetLines>(
      { kind: 'read', bytes, reading },
      { transfer: [bytes], onProgress: onShare },
    );
  } catch {
    return { kind: 'fault', fault: 'unreadable' };
  }
}

export const templateOf = (texts: TemplateTexts) => ask<ArrayBuffer>({ kind: 'template', texts });
