/** The form in which names are compared: without case, spaces, and the ways to write a dash, a quote, and "and". */
export const sameName = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\sand\s|\s*&\s*/gu, '&')
    .replaceAll(/\p{Pd}|[−]/gu, '-')
    .replaceAll(/[‘’‚‛`´]/gu, "'")
    .replaceAll(/[“”„]/gu, '"')
    .replaceAll(/[\s\p{Cf}]+/gu, '');
