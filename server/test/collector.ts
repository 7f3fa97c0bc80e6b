import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';

export interface SeenSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  /** 1 inside, 2 incoming, 3 outgoing. */
  readonly kind: number;
  readonly facts: Readonly<Record<string, string | number | boolean>>;
  /** Ids of the spans that requested it. */
  readonly links: readonly string[];
  readonly failed: boolean;
  readonly service: string;
}

interface Value {
  readonly stringValue?: string;
  readonly intValue?: string | number;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
}
interface Attribute {
  readonly key: string;
  readonly value: Value;
}
/** The JSON of OTLP/HTTP. */
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly name: string;
        readonly kind: number;
        readonly attributes?: readonly Attribute[];
        readonly links?: readonly { readonly spanId: string }[];
        readonly status?: { readonly code?: number };
      }[];
    }[];
  }[];
}

const plain = ({ stringValue, intValue, doubleValue, boolValue }: Value) =>
  stringValue ?? (intValue === undefined ? (doubleValue ?? boolValue ?? '') : Number(intValue));

const factsOf = (attributes: readonly Attribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));

export type CollectorMood = 'takes' | 'refuses' | 'is silent';

/** Starts a receiver of traces over OTLP/HTTP, on a port of its own. */
export async function startCollector() {
  const spans: SeenSpan[] = [];
  const heard: { path: string; headers: IncomingHttpHeaders; text: string }[] = [];
  let mood: CollectorMood = 'takes';
  let unanswered: (() => void)[] = [];

  const answer = (text: string, response: ServerResponse) => {
    if (mood === 'is silent') {
      unanswered.push(() => answer(text, response));
      return;
    }
    if (mood === 'refuses') {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"who are you?"}');
      return;
    }
    for (const { resource, scopeSpans } of (JSON.parse(text) as Export).resourceSpans) {
      const service = String(factsOf(resource.attributes)['service.name']);
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        spans.push({
          traceId: span.traceId,
          spanId: span.spanId,
          parentSpanId: span.parentSpanId ?? '',
          name: span.name,
          kind: span.kind,
          facts: factsOf(span.attributes),
          links: (span.links ?? []).map(({ spanId }) => spanId),
          failed: span.status?.code === 2,
          service,
        });
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const bytes = Buffer.concat(parts);
      const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
      heard.push({ path: request.url ?? '', headers: request.headers, text });
      answer(text, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the collector does not listen');

  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    spans,
    heard,
    /** Waiting requests are answered in the new way. */
    become(next: CollectorMood) {
      mood = next;
      const all = unanswered;
      unanswered = [];
      for (const say of all) say();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
