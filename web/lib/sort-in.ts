/** The column that an address sorts by, with a minus in front when descending; undefined when it is none of these. */
export const sortIn = <S extends string>(columns: readonly S[], text: string) =>
  columns.flatMap((column): (S | `-${S}`)[] => [column, `-${column}`]).find((each) => each === text);
