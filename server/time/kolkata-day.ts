const offset = 330 * 60_000;

/** The day of an instant in Kolkata, the provider's own calendar, yyyy-mm-dd. Kolkata has had one offset since 1945. */
export const kolkataDay = (instant: string | number) =>
  new Date(new Date(instant).getTime() + offset).toISOString().slice(0, 10);
