import * as z from 'zod';

/**
 * Kinds of values in answers. They describe and hardly check: our own queries made the values, and a list of thousands
 * of rows should not pay for a pattern on every date or a second check of every id.
 */
export const wireId = z.number().meta({ type: 'integer' });
export const wireCount = z.number().meta({ type: 'integer' });
export const wireNumber = z.number();
/** yyyy-mm-dd */
export const wireDate = z.string().meta({ format: 'date' });
/** ISO 8601, UTC */
export const wireInstant = z.string().meta({ format: 'date-time' });
/** Decimal text with the decimals of its currency, '1250.00' */
export const wireMoney = z.string().meta({ pattern: '^\\d+(\\.\\d{1,3})?$' });
/** A code of ISO 4217. Null: nobody has said it yet. */
export const wireCurrency = z.nullable(z.string().meta({ pattern: '^[A-Z]{3}$' }));

/**
 * What the signed-in person may do with this row. The portal shows it; the server checks again. Each action is a field
 * of its own, because a record of any names took half of the time for a thousand rows.
 */
export const can = <const Action extends string>(...actions: readonly Action[]) => {
  // Its keys are the actions. The compiler cannot follow this.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const shape = Object.fromEntries(actions.map((action) => [action, z.boolean()])) as Record<
    Action,
    z.ZodBoolean
  >;
  return z.object(shape);
};
