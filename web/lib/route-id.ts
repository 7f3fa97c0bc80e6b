import { useParams } from '@tanstack/react-router';

/** The `{id}` of the address as a number; null when there is none or it cannot be an id. */
export function useRouteId(): number | null {
  const { id }: { id?: string } = useParams({ strict: false });
  return id !== undefined && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}
