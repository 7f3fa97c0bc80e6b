import * as z from 'zod';

/**
 * Kinds of values in answers. They describe rather than check: what leaves was made by our own queries, and a list of
 * thousands of rows should not pay for a pattern on every date or for a second look at every id.
 */
export const wireId = z.number().meta({ type: 'integer' });
export const wireCount = z.number().meta({ type: 'integer' });
export const wireNumber = z.number();
/** yyyy-mm-dd */
export const wireDate = z.string().meta({ format: 'date' });
/** ISO 8601, UTC */
export const wireInstant = z.string().meta({ format: 'date-time' });
/** Decimal text, '1250.00' */
export const wireMoney = z.string().meta({ pattern: '^\\d+(\\.\\d{1,2})?$' });

/** A field that some roles or some calls leave out, and that may be empty where it is present. */
export const maybe = <S extends z.core.$ZodType>(schema: S) => z.optional(z.nullable(schema));

/**
 * What the signed-in person may do with this row; the portal shows it, the server decides again. Each deed has its name: a
 * list checks a record of any names a row at a time, and that took half of what a thousand rows take.
 */
export const can = <const Deed extends string>(...deeds: readonly Deed[]) => {
  // Its keys are the deeds, which the compiler cannot follow.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const shape = Object.fromEntries(deeds.map((deed) => [deed, z.boolean()])) as Record<Deed, z.ZodBoolean>;
  return z.object(shape).optional();
};
