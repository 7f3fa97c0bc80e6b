/** The column that an address sorts by, with a minus in front when descending; undefined if it is not one of these. */
export const sortIn = <S extends string>(columns: readonly S[], text: string) =>
  columns.flatMap((column): (S | `-${S}`)[] => [column, `-${column}`]).find((each) => each === text);
