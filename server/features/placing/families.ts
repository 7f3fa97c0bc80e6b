/** An office's address has hundreds behind it (`siblingsOf` draws the same line). */
const mostOfAFamily = 8;

interface OfFamily {
  readonly student_id: number;
  /** What brothers and sisters share. */
  readonly family: readonly string[];
}

/** The same number for all who are joined by what they share: the least id among them. */
export function familiesOf(people: readonly OfFamily[]): (studentId: number) => number {
  const head = new Map<number, number>();
  const headOf = (id: number): number => {
    const above = head.get(id) ?? id;
    return above === id ? id : headOf(above);
  };
  const sharing = new Map<string, Set<number>>();
  for (const { student_id: id, family } of people) {
    for (const key of family) sharing.set(key, (sharing.get(key) ?? new Set()).add(id));
  }
  for (const ids of sharing.values()) {
    if (ids.size > mostOfAFamily) continue;
    const heads = [...ids].map(headOf);
    const least = Math.min(...heads);
    for (const each of heads) head.set(each, least);
  }
  return headOf;
}
