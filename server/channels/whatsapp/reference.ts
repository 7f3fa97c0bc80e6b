/** Names a text in reports. Two portals may send from one number, so it has the portal's host. */
export const referenceOf = (id: number, appUrl: string): string => `${id}@${new URL(appUrl).host}`;

/** The id of this portal's text; null for another's. */
export function idInReference(reference: string, appUrl: string): number | null {
  const id = Number(/^([1-9]\d{0,14})@/.exec(reference)?.[1]);
  return Number.isSafeInteger(id) && referenceOf(id, appUrl) === reference ? id : null;
}
