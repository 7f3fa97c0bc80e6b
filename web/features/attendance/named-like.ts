/** Whether a name contains the search text, in any case. */
export const namedLike = (name: string, search: string) =>
  name.toLowerCase().includes(search.trim().toLowerCase());
