import type { TraceSettings } from '../config.ts';

/** Attributes of a span, with OpenTelemetry's names where they exist. Values never come from a client's input. */
export type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

/** A piece of work with a beginning and an end. */
export interface OpenSpan {
  note(facts: Facts): void;
  /** Marks the span as failed with a code or the name of a class. Messages quote input, so they are left out. */
  fail(kind: string): void;
  end(): void;
  /** The span's name for other processes: the W3C header `traceparent`. */
  readonly traceparent: string;
}

export interface SpanOptions {
  /** `taken` from a client, `asked` of another process, or done `here`. */
  readonly kind: 'taken' | 'asked' | 'here';
  readonly facts?: Facts;
  /** The traceparent of the work that this span is a part of. Unreadable text counts as absent. */
  readonly partOf?: string | undefined;
  /** The traceparent of the work that asked for this one and did not wait for it. */
  readonly askedBy?: string | undefined;
}

/** Sends spans to a collector. Null everywhere when there is no collector. */
export interface Tracing {
  /** Begins a span below the current one, or the first of a trace. The caller ends it. */
  begin(name: string, options: SpanOptions): OpenSpan;
  readonly current: OpenSpan | undefined;
  /** Runs `work`. Spans that it begins, now or later, are below this span. */
  within<T>(span: OpenSpan, work: () => T): T;
  /** Sends the waiting spans. Spans that end later are lost. */
  close(): Promise<void>;
}

interface TraceLog {
  warn(details: object, message: string): void;
}

export interface TracingOptions {
  readonly settings: TraceSettings;
  readonly log: TraceLog;
  /** In milliseconds: how often spans are sent, and how long a collector may take. */
  readonly pace?: { readonly every: number; readonly within: number };
}

/** Runs `work` in a span. An error marks the span by its kind only. */
export async function traced<T>(
  tracing: Tracing,
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  const span = tracing.begin(name, options);
  try {
    return await tracing.within(span, async () => work(span));
  } catch (error) {
    span.fail(kindOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** The kind of an error: 23505, ECONNREFUSED, TypeError. */
export function kindOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  if ('code' in error && typeof error.code === 'string' && /^\w{1,40}$/.test(error.code)) return error.code;
  return error instanceof Error ? error.constructor.name : 'unknown';
}
