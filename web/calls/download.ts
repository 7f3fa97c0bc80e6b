import type { Call, CallInput } from '@gurukul/contract/shared/calls/call';
import { saveFile } from '#web/lib/files/save-file.ts';
import { texts } from '#web/texts/texts.ts';
import { begin, refusalIn, timeoutMs } from './client.ts';
import { ApiError } from './errors.ts';
import { withProof } from './proof.ts';
import { offerSecondPerson } from './second-person.ts';

export interface Download {
  readonly name: string;
  readonly bytes: Blob;
}

const nameIn = (headers: Headers) => /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];

/**
 * Downloads a file that the server makes while it sends it. There is no limit to the total time. The download fails
 * only when nothing has arrived for a while. A file that breaks off is a failure, never a shorter file.
 */
export async function download<C extends Call>(
  call: C,
  input: CallInput<C>,
  onBytes: (count: number) => void,
): Promise<Download> {
  const silence = new AbortController();
  const giveUp = () => silence.abort(new DOMException('Nothing came any more', 'TimeoutError'));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, timeoutMs);
  };
  let count = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      restart();
      count += chunk.byteLength;
      onBytes(count);
      controller.enqueue(chunk);
    },
  });
  try {
    const response = await withProof(async () => {
      restart();
      const begun = await begin(call, input, { signal: silence.signal });
      clearTimeout(timer);
      return begun;
    });
    restart();
    if (!response.ok || !response.body) throw offerSecondPerson(await refusalIn(response), input ?? {});
    const { headers } = response;
    const type = headers.get('content-type') ?? '';
    const counted = new Response(response.body.pipeThrough(counter), { headers: { 'content-type': type } });
    return { name: nameIn(headers) ?? 'export', bytes: await counted.blob() };
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError({ status: 0, message: texts.errors.unreachable }, cause);
  } finally {
    clearTimeout(timer);
  }
}

/** Downloads a file and saves it on the device. Returns its name. */
export async function saveDownload<C extends Call>(
  call: C,
  input: CallInput<C>,
  onBytes: (count: number) => void = () => undefined,
): Promise<string> {
  const { name, bytes } = await download(call, input, onBytes);
  saveFile(name, bytes.type, bytes);
  return name;
}
