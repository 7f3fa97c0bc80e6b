const patienceMs = 60_000;

/** One task, one worker: what keeps it busy for ever is ended with it. */
export function inWorker<T>(worker: Worker, task: unknown, transfer: Transferable[] = []): Promise<T> {
  const answer = new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The worker takes too long')), patienceMs);
    worker.addEventListener('message', ({ data }: MessageEvent<T>) => {
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
