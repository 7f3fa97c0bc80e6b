// Tokens that may contain a semicolon: comments, texts, names, bodies between $$.
const token = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[^]*?\1|;/g;

/** Splits a migration into statements, without their semicolons. It does not know nested comments and E'\'' texts. */
export function splitStatements(sql: string): string[] {
  const ends = [...sql.matchAll(token)].filter(([found]) => found === ';').map(({ index }) => index);
  return [...ends, sql.length]
    .map((end, n) => sql.slice(n === 0 ? 0 : (ends[n - 1] ?? 0) + 1, end).trim())
    .filter((statement) => statement.replaceAll(/--[^\n]*|\/\*[^]*?\*\//g, '').trim() !== '');
}
