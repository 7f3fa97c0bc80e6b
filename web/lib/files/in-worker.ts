const patienceMs = 60_000;

/** The message that a worker may send before its answer: the share that is done. */
export interface Progress {
  readonly progress: number;
}

const isProgress = (data: unknown): data is Progress =>
  typeof data === 'object' && data !== null && 'progress' in data;

export interface WorkerOptions {
  readonly transfer?: Transferable[];
  readonly onProgress?: (share: number) => void;
}

/** One task, one worker: ending the worker also ends a task that would run for ever. */
export function inWorker<T>(
  worker: Worker,
  task: unknown,
  { transfer = [], onProgress }: WorkerOptions = {},
): Promise<T> {
  const answer = new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The worker takes too long')), patienceMs);
    worker.addEventListener('message', ({ data }: MessageEvent<T | Progress>) => {
      if (isProgress(data)) {
        onProgress?.(data.progress);
        return;
      }
      clearTimeout(timer);
      resolve(data);
    });
    worker.addEventListener('error', (event) => {
      clearTimeout(timer);
      reject(new Error(event.message));
    });
    worker.postMessage(task, transfer);
  });
  return answer.finally(() => worker.terminate());
}
