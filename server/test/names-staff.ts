/** How a query names people who may be of the staff. */
type Kind =
  /** It asks that somebody is not deleted, who is no student or guardian by its own words. */
  | 'living'
  /** It asks for a role of the staff. */
  | 'role'
  /** It reads the sign-in address of somebody who is no student or guardian by its own words. */
  | 'address'
  /** It asks for the date of the suspension. */
  | 'suspended';

const reads =
  /\b(?:from|join|using)\s+people\b(?:\s+(?:as\s+)?(?!where\b|set\b|on\b|order\b|for\b|limit\b)([a-z_]\w*))?/g;
/** The caller: the look-up of the session has asked already. */
const isOfCaller = /\bid = \$\{person\.id\}/;

/** Neither looks anybody up: the text of a search, and the role in which the caller asks. */
const besides = /lower\(\w+\.fullname \|\| ' ' \|\| \w+\.email_id[^)]*\)|role [!=]== '\w+'/g;

/** How this SQL names staff by `people`; [] when it does not, or reads `present_staff`. */
export function kindsOf(template: string): Kind[] {
  const text = template.replaceAll(besides, '');
  const kinds = new Set<Kind>();
  const aliases = new Set(Array.from(text.matchAll(reads), ([, alias = '']) => alias));
  const isFragment = aliases.size === 0 && !/\bpresent_staff\b|\bpeople\b/.test(text);
  // A condition for others to use is on `people p`.
  for (const alias of isFragment ? ['p'] : aliases) {
    const of = alias === '' ? String.raw`(?<![.\w])` : String.raw`\b${alias}\.`;
    const says = (what: string) => new RegExp(what.replaceAll('@', of)).test(text);
    const isOfFamily = says(
      String.raw`@main_role (= '(student|guardian)'|in \('student', 'guardian'\))|@id = \w+\.(student|guardian)_id|\w+\.(student|guardian)_id = @id`,
    );
    if (
      isOfFamily ||
      text.includes(`\${studies('${alias}')}`) ||
      (alias === 'p' && text.includes('${isStudent}'))
    )
      continue;
    if (says('@deleted_at is null')) kinds.add('living');
    if (aliases.size > 0 && says('@email_id') && !isOfCaller.test(text)) kinds.add('address');
  }
  const isWritten = aliases.size === 0 && /\b(?:insert into|update) people\b/.test(text);
  const namesRole =
    !isWritten &&
    /\b(main_role|as_role)\b/.test(text) &&
    /'(teacher|courseadmin|admin)'|\$\{\w*[rR]ole\}/.test(text);
  if (namesRole && !text.includes('present_staff')) kinds.add('role');
  if (text.includes('suspended_at')) kinds.add('suspended');
  return [...kinds];
}
