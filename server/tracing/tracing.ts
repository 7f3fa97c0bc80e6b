import type { TraceSettings } from '../config.ts';

/** Names as the conventions of OpenTelemetry have them where there is one. Values never come from what somebody sent. */
export type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

/** A piece of work with a beginning and an end. */
export interface OpenSpan {
  note(facts: Facts): void;
  /** It failed: a code or the name of a class, since messages quote what somebody sent. */
  fail(kind: string): void;
  end(): void;
  /** How others name it as what began their work: the header `traceparent` of W3C. */
  readonly traceparent: string;
}

export interface SpanOptions {
  /** `taken` in for somebody, `asked` of another process, or done `here`. */
  readonly kind: 'taken' | 'asked' | 'here';
  readonly facts?: Facts;
  /** The traceparent of a work elsewhere that this is a part of; what cannot be read counts as absent. */
  readonly partOf?: string | undefined;
  /** The traceparent of a work that asked for this one and did not wait for it. */
  readonly askedBy?: string | undefined;
}

/** What the portal does, told to a collector. Absent (null everywhere) where nobody collects. */
export interface Tracing {
  /** A span below the current one, or the first of a trace. To be ended. */
  begin(name: string, options: SpanOptions): OpenSpan;
  readonly current: OpenSpan | undefined;
  /** Whatever `work` begins, now or later, is below this span. */
  within<T>(span: OpenSpan, work: () => T): T;
  /** Sends what waits; spans that end later are lost. */
  close(): Promise<void>;
}

interface TraceLog {
  warn(details: object, message: string): void;
}

export interface TracingOptions {
  readonly settings: TraceSettings;
  readonly log: TraceLog;
  /** How often what waits is sent, and how long a collector has to take it. Milliseconds. */
  readonly pace?: { readonly every: number; readonly within: number };
}

/** Runs `work` as a span of its own; what it throws is told by its kind alone. */
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

/** 23505, ECONNREFUSED, TypeError. */
export function kindOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  if ('code' in error && typeof error.code === 'string' && /^\w{1,40}$/.test(error.code)) return error.code;
  return error instanceof Error ? error.constructor.name : 'unknown';
}
