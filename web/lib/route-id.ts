import { useParams } from '@tanstack/react-router';

/** An id from an address; null if the text cannot be an id. */
export const idIn = (text: string | undefined): number | null =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null;

/** The `{id}` of the address as a number; null when there is none or it cannot be an id. */
export function useRouteId(): number | null {
  const { id }: { id?: string } = useParams({ strict: false });
  return idIn(id);
}
