import { files, type FileKind } from '@gurukul/contract/files';
import { texts } from '#web/texts/texts.ts';
import { send } from './client.ts';
import { ApiError } from './errors.ts';

type Began = Awaited<ReturnType<typeof send<typeof files.begin>>>;

interface UploadOptions {
  signal?: AbortSignal;
  /** Called with the share of bytes sent, 0 to 1. */
  onProgress?: (share: number) => void;
}

const bodyFor = ({ method, fields }: Began['upload'], file: File) => {
  if (method === 'PUT') return file;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) form.append(name, value);
  // Storage services ignore every field after the file.
  form.append('file', file);
  return form;
};

/** Sends the bytes by XMLHttpRequest: fetch cannot report the progress of an upload. */
function sendBytes(
  target: Began['upload'],
  file: File,
  { signal, onProgress }: UploadOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const failed = () => reject(new ApiError({ status: request.status, message: texts.errors.wentWrong }));
    request.open(target.method, target.url);
    for (const [name, value] of Object.entries(target.headers ?? {})) {
      request.setRequestHeader(name, value);
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded / (total || 1)));
    request.addEventListener('load', () => (request.status < 300 ? resolve() : failed()));
    request.addEventListener('error', failed);
    request.addEventListener('abort', failed);
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(bodyFor(target, file));
  });
}

/** Uploads one file in three steps. Resolves with the location to store. */
export async function upload(kind: FileKind, file: File, options: UploadOptions = {}): Promise<string> {
  const { name, type, size } = file;
  const began = await send(files.begin, { kind, name, type, size }, { signal: options.signal });
  await sendBytes(began.upload, file, options);
  const finished = await send(files.finish, { file_id: began.file_id }, { signal: options.signal });
  return finished.location;
}
