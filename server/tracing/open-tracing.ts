import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Span, SpanContext } from '@opentelemetry/api';
import type * as Sdk from '@opentelemetry/sdk-trace';
import type { TraceSettings } from '../config.ts';
import type { Facts, OpenSpan, SpanOptions, Tracing, TracingOptions } from './tracing.ts';

// Most spans that wait in memory: some megabytes. Further spans are dropped, and no request waits.
const mostWaiting = 2048;
const sentAtOnce = 512;
const usualPace = { every: 5_000, within: 5_000 };
const longestText = 4_000;

/** Loads the tracing packages, which nothing else imports, and begins to send to the collector. */
export async function openTracing({ settings, log, pace = usualPace }: TracingOptions): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: { ...settings.headers },
    timeoutMillis: pace.within,
  });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.serviceName }),
    sampler: samplerOf(sdk, settings),
    spanLimits: { attributeValueLengthLimit: longestText },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: complainOnce(exporter, log),
        maxQueueSize: mostWaiting,
        maxExportBatchSize: sentAtOnce,
        scheduledDelayMillis: pace.every,
        exportTimeoutMillis: pace.within + 1_000,
      }),
    ],
  });
  const tracer = provider.getTracer('gurukul');
  const currentSpan = new AsyncLocalStorage<Traced>();
  const kinds = { taken: api.SpanKind.SERVER, asked: api.SpanKind.CLIENT, here: api.SpanKind.INTERNAL };

  class Traced implements OpenSpan {
    readonly span: Span;

    constructor(span: Span) {
      this.span = span;
    }

    note(facts: Facts): void {
      this.span.setAttributes(attributesOf(facts));
    }

    fail(kind: string): void {
      this.span.setStatus({ code: api.SpanStatusCode.ERROR }).setAttribute('error.type', kind);
    }

    end(): void {
      this.span.end();
    }

    get traceparent(): string {
      const { traceId, spanId, traceFlags } = this.span.spanContext();
      return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
    }
  }

  const contextOf = (partOf: string | undefined) => {
    const remote = readTraceparent(partOf);
    if (remote !== undefined) return api.trace.setSpanContext(api.ROOT_CONTEXT, remote);
    const above = currentSpan.getStore();
    return above === undefined ? api.ROOT_CONTEXT : api.trace.setSpan(api.ROOT_CONTEXT, above.span);
  };

  return {
    begin(name: string, { kind, facts = {}, partOf, askedBy }: SpanOptions): OpenSpan {
      const asker = readTraceparent(askedBy);
      const options = {
        kind: kinds[kind],
        attributes: attributesOf(facts),
        ...(asker === undefined ? {} : { links: [{ context: asker }] }),
      };
      return new Traced(tracer.startSpan(name, options, contextOf(partOf)));
    },
    get current() {
      return currentSpan.getStore();
    },
    within(span, work) {
      return span instanceof Traced ? currentSpan.run(span, work) : work();
    },
    async close() {
      // Failures of the collector have been logged already.
      await provider.shutdown().catch(() => undefined);
    },
  };
}

function attributesOf(facts: Facts): Attributes {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

const written = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

function readTraceparent(text: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = written.exec(text ?? '') ?? [];
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return undefined;
  // The last bit says that the trace is sampled. The others have no meaning here.
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

function samplerOf(sdk: typeof Sdk, { sampler, ratio }: TraceSettings) {
  const rootSampler = () => {
    if (sampler.endsWith('always_off')) return new sdk.AlwaysOffSampler();
    if (sampler.endsWith('traceidratio')) return new sdk.TraceIdRatioBasedSampler(ratio);
    return new sdk.AlwaysOnSampler();
  };
  const root = rootSampler();
  return sampler.startsWith('parentbased_') ? new sdk.ParentBasedSampler({ root }) : root;
}

/** Logs once that a collector is away, until it has been back. */
function complainOnce(exporter: Sdk.SpanExporter, log: TracingOptions['log']): Sdk.SpanExporter {
  let isAway = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const code: number = result.code;
        const failed = code !== 0;
        if (failed && !isAway) {
          // Only the name: an answer of the collector, or an error, may quote its key.
          const reason = result.error?.name ?? 'unknown';
          log.warn({ reason }, 'traces are dropped: the collector does not take them');
        }
        isAway = failed;
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: async () => exporter.shutdown(),
  };
}
