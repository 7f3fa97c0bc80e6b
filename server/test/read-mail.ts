export interface ReadMail {
  /** By lower-case name, unfolded and decoded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly to: string;
  readonly subject: string;
  readonly messageId: string;
  readonly text: string;
  readonly html: string;
  /** Attached files. */
  readonly files: readonly { readonly name: string; readonly type: string; readonly content: string }[];
  /** As it came. */
  readonly raw: string;
  /** The portal's addresses in the plain text. */
  readonly links: readonly string[];
}

/** Reads a message of several parts as a mail client would. */
export function readMail(raw: string): ReadMail {
  const [head] = split(raw);
  const headers = readHeaders(head);
  const parts = partsOf(raw);
  if (parts.length < 2) throw new Error(`not a message of several parts: ${raw.slice(0, 500)}`);
  const of = (type: string) =>
    parts.find((part) => part.name === null && part.type.startsWith(type))?.content ?? '';
  const text = of('text/plain');
  return {
    headers,
    to: headers.get('to') ?? '',
    subject: headers.get('subject') ?? '',
    messageId: headers.get('message-id') ?? '',
    text,
    html: of('text/html'),
    files: parts.flatMap(({ name, type, content }) => (name === null ? [] : [{ name, type, content }])),
    raw,
    links: text.match(/https?:\/\/\S+/g) ?? [],
  };
}

interface Part {
  readonly type: string;
  /** The name of a file, else null. */
  readonly name: string | null;
  readonly content: string;
}

/** The parts with contents, nested ones included. */
function partsOf(message: string): Part[] {
  const [head, body] = split(message);
  const boundary = /boundary="([^"]+)"/.exec(readHeaders(head).get('content-type') ?? '')?.[1];
  if (boundary === undefined) return [readPart(message)];
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => partsOf(part.replace(/^\r\n/, '').replace(/\r\n$/, '')));
}

function split(message: string): [string, string] {
  const end = message.indexOf('\r\n\r\n');
  return [message.slice(0, end), message.slice(end + 4)];
}

const readHeaders = (head: string) =>
  new Map(
    head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
      }),
  );

const decodeWords = (value: string) =>
  value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, form: string, word: string) =>
      form.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : fromQuotedPrintable(word.replaceAll('_', ' ')),
    );

function readPart(part: string): Part {
  const [head, body] = split(part);
  const headers = readHeaders(head);
  const encoding = headers.get('content-transfer-encoding');
  const type = headers.get('content-type') ?? '';
  const letters = type.startsWith('application/pdf') ? 'latin1' : 'utf8';
  const content =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString(letters)
      : encoding === 'quoted-printable'
        ? fromQuotedPrintable(body)
        : body;
  const name = /filename="?([^";]+)"?/.exec(headers.get('content-disposition') ?? '')?.[1] ?? null;
  // A file's line ends belong to it; a text's belong to the transport.
  return { type, name, content: name === null ? content.replaceAll('\r\n', '\n') : content };
}

const fromQuotedPrintable = (text: string) =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
