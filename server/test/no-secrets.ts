const telling = /pass|hash|token|otp|secret|validator/i;

/** The few secrets that answers carry, and what they look like. */
const allowed: Readonly<Record<string, RegExp>> = {
  token: /^s_[\w-]{43}$/,
  otp: /^[cg]_[\w-]{43}$/,
};

/** Throws when an answer carries what must never leave. Every answer a test reads comes past here. */
export function refuseSecrets(value: unknown, trail = 'answer'): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const isFine = typeof inner === 'string' && allowed[key]?.test(inner) === true;
    if (telling.test(key) && !isFine) throw new Error(`${trail} tells ${key}`);
    // Of bad input, which field it was.
    if (trail === 'answer' && (key === 'problems' || key === 'details')) continue;
    refuseSecrets(inner, `${trail}.${key}`);
  }
}
