/** Whether a name holds what was searched for, whatever the case. */
export const namedLike = (name: string, search: string) =>
  name.toLowerCase().includes(search.trim().toLowerCase());
