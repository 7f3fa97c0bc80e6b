/** A day from an address, or '' if the text is not a day of the calendar. */
export function dayInAddress(text: string | undefined): string {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return '';
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : '';
}
