import type { AlterTableCmd, ColumnDef, Constraint, Node, ParseResult, RangeVar } from 'libpg-query';
import { loadModule, parseSync } from 'libpg-query';
import { splitStatements } from '../db/statements.ts';

// What the version before must be able to live with while a migration runs and after it, read from PostgreSQL's own
// parser. What may stay although a rule speaks against it says so and why: `-- Allowed: index, because ...`.

await loadModule();

const remedies = {
  drop: 'the version before still uses it: drop it in the release after the last one that does',
  rename: 'the version before knows the old name: add, write both, copy, drop two releases later',
  rewrite: 'every row is written anew under an exclusive lock: add a column without it, fill it in batches',
  'not-null':
    'all rows are read under an exclusive lock: a check (... is not null), not valid, validated first',
  unvalidated: 'all rows are read under a lock: add it not valid, validate it in a later migration',
  index:
    'writes wait until it is built: create index concurrently if not exists, in a file that runs outside',
  fill: 'rows stay locked until the end: in batches, in a later file that begins with "-- Outside a transaction"',
  lock: 'requests wait for it',
  hidden: 'nobody can read from it what it locks',
  inside: 'it cannot run in a transaction: begin the file with "-- Outside a transaction"',
  'not-repeatable':
    'a start that is killed runs it again: if not exists, if exists, on conflict, or a do block',
} as const;

export type Rule = keyof typeof remedies;

interface Found {
  readonly rule: Rule;
  readonly what: string;
}

export interface MigrationFile {
  readonly name: string;
  readonly sql: string;
}

/**
 * What a release must not do to the one before it, a line each. `before`: the migrations that ran earlier, for checks
 * that were validated; `forgiven`: for files that ran somewhere before they were looked at.
 */
export function brokenRules(
  file: MigrationFile,
  before: readonly MigrationFile[] = [],
  forgiven: readonly Rule[] = [],
): string[] {
  const nodes = statementsOf(file.sql);
  const isOutside = /^-- Outside a transaction\b/.test(file.sql);
  const found = [...readStatements(nodes, isOutside, checkedColumns([...before, file]))];
  const allowed = [...file.sql.matchAll(/^-- Allowed: ([\w-]+), because .{15,}$/gm)].map(([, rule]) => rule);
  const told = found
    .filter(({ rule }) => !allowed.includes(rule) && !forgiven.includes(rule))
    .map(({ rule, what }) => `${file.name}: ${what} (${rule}): ${remedies[rule]}`);
  const idle = allowed
    .filter((rule) => !found.some((one) => one.rule === rule))
    .map((rule) => `${file.name}: allows ${rule}, which nothing in it asks for`);
  const cut = splitStatements(file.sql).length;
  const uncut =
    isOutside && cut !== nodes.length
      ? [`${file.name}: is cut into ${cut} statements, and has ${nodes.length}`]
      : [];
  return [...told, ...idle, ...uncut];
}

function statementsOf(sql: string): Node[] {
  const parsed: ParseResult = parseSync(sql);
  return (parsed.stmts ?? []).flatMap(({ stmt }) => (stmt === undefined ? [] : [stmt]));
}

/** `table.column` of every check that a column is not null and that was validated. */
function checkedColumns(files: readonly MigrationFile[]): ReadonlySet<string> {
  const checks = new Map<string, string>();
  const validated = new Set<string>();
  for (const { sql } of files.filter(
    ({ sql: text }) => /is not null/i.test(text) || /validate constraint/i.test(text),
  )) {
    for (const node of statementsOf(sql)) {
      if (!('AlterTableStmt' in node)) continue;
      const table = node.AlterTableStmt.relation?.relname ?? '';
      for (const { subtype, name, constraint } of commandsOf(node)) {
        if (subtype === 'AT_ValidateConstraint') validated.add(`${table}.${name}`);
        const column = constraint === undefined ? undefined : columnNeverNull(constraint);
        if (column !== undefined) checks.set(`${table}.${constraint?.conname}`, `${table}.${column}`);
      }
    }
  }
  return new Set([...checks].filter(([name]) => validated.has(name)).map(([, column]) => column));
}

function columnNeverNull({ raw_expr: expression }: Constraint): string | undefined {
  if (expression === undefined || !('NullTest' in expression)) return undefined;
  const { arg, nulltesttype } = expression.NullTest;
  if (nulltesttype !== 'IS_NOT_NULL' || arg === undefined || !('ColumnRef' in arg)) return undefined;
  const [field] = arg.ColumnRef.fields ?? [];
  return field !== undefined && 'String' in field ? field.String.sval : undefined;
}

interface Command {
  readonly subtype: AlterTableCmd['subtype'];
  readonly name: string;
  readonly constraint?: Constraint;
  readonly column?: ColumnDef;
}

const commandsOf = (node: Extract<Node, { AlterTableStmt: unknown }>): Command[] =>
  (node.AlterTableStmt.cmds ?? []).flatMap((command) => {
    if (!('AlterTableCmd' in command)) return [];
    const { subtype, name = '', def } = command.AlterTableCmd;
    return [
      {
        subtype,
        name,
        ...(def !== undefined && 'Constraint' in def ? { constraint: def.Constraint } : {}),
        ...(def !== undefined && 'ColumnDef' in def ? { column: def.ColumnDef } : {}),
      },
    ];
  });

function* readStatements(
  nodes: readonly Node[],
  isOutside: boolean,
  checked: ReadonlySet<string>,
): Generator<Found> {
  const made = new Set<string>();
  const isOld = (relation: RangeVar | undefined) => !made.has(relation?.relname ?? '');
  const added = new Set<string>();
  // An old table that is locked until the end of the transaction.
  let locked: string | undefined;

  for (const node of nodes) {
    if (isOutside) yield* notRepeatable(node);
    if ('CreateStmt' in node) made.add(node.CreateStmt.relation?.relname ?? '');
    else if ('CreateTableAsStmt' in node) {
      made.add(node.CreateTableAsStmt.into?.rel?.relname ?? '');
      if (locked !== undefined) yield { rule: 'fill', what: `fills a table while ${locked} is locked` };
    } else if ('ViewStmt' in node) made.add(node.ViewStmt.view?.relname ?? '');
    else if ('DropStmt' in node) yield* dropped(node, isOutside);
    else if ('RenameStmt' in node) {
      const { relation, subname = '', newname } = node.RenameStmt;
      if (isOld(relation))
        yield { rule: 'rename', what: `renames ${relation?.relname ?? ''} ${subname} to ${newname}` };
    } else if ('AlterTableStmt' in node) {
      const { relation } = node.AlterTableStmt;
      if (!isOld(relation)) continue;
      const table = relation?.relname ?? '';
      for (const command of commandsOf(node)) {
        if (command.constraint !== undefined) added.add(`${table}.${command.constraint.conname}`);
        const isOwn = !isOutside && added.has(`${table}.${command.name}`);
        yield* altered(table, command, { checked, isOwn });
      }
      locked ??= table;
    } else if ('IndexStmt' in node) {
      const { relation, concurrent, idxname } = node.IndexStmt;
      if (concurrent === true && !isOutside) yield { rule: 'inside', what: `builds ${idxname} concurrently` };
      if (concurrent === true || !isOld(relation)) continue;
      yield { rule: 'index', what: `builds ${idxname} on ${relation?.relname}` };
      locked ??= relation?.relname;
    } else if ('CreateTrigStmt' in node) {
      if (isOld(node.CreateTrigStmt.relation)) locked ??= node.CreateTrigStmt.relation?.relname;
    } else if (
      'LockStmt' in node ||
      'TruncateStmt' in node ||
      'ClusterStmt' in node ||
      'VacuumStmt' in node
    ) {
      yield { rule: 'lock', what: `${Object.keys(node)[0]?.replace('Stmt', '').toLowerCase()}s a table` };
    } else if ('ReindexStmt' in node) yield { rule: 'lock', what: 'reindexes' };
    else if ('DoStmt' in node || 'CallStmt' in node) {
      const what = 'DoStmt' in node ? 'a do block' : 'a procedure';
      if (!isOutside) yield { rule: 'hidden', what: `runs ${what} in a transaction` };
    } else if ('UpdateStmt' in node || 'DeleteStmt' in node) {
      const { relation } = 'UpdateStmt' in node ? node.UpdateStmt : node.DeleteStmt;
      if (isOld(relation)) yield { rule: 'fill', what: `changes rows of ${relation?.relname} all at once` };
      else if (locked !== undefined && !isOutside)
        yield { rule: 'fill', what: `fills while ${locked} is locked` };
    } else if ('InsertStmt' in node || 'SelectStmt' in node) {
      if (locked !== undefined && !isOutside && readsRows(node)) {
        yield { rule: 'fill', what: `reads rows while ${locked} is locked` };
      }
    }
  }
}

/** Anything but plain values: a select from somewhere, or a function that may do whatever it wants. */
const readsRows = (node: Node) => /"(?:fromClause|FuncCall)"/.test(JSON.stringify(node));

// The version before calls none of these by name.
const unnamed: ReadonlySet<string | undefined> = new Set(['OBJECT_INDEX', 'OBJECT_TRIGGER']);

function* dropped(
  { DropStmt: drop }: Extract<Node, { DropStmt: unknown }>,
  isOutside: boolean,
): Generator<Found> {
  const kind = drop.removeType?.replace('OBJECT_', '').toLowerCase() ?? '';
  if (!unnamed.has(drop.removeType)) yield { rule: 'drop', what: `drops a ${kind}` };
  if (drop.concurrent === true && !isOutside) yield { rule: 'inside', what: `drops an ${kind} concurrently` };
}

function* altered(
  table: string,
  { subtype, name, constraint, column }: Command,
  { checked, isOwn }: { readonly checked: ReadonlySet<string>; readonly isOwn: boolean },
): Generator<Found> {
  if (subtype === 'AT_DropColumn') yield { rule: 'drop', what: `drops ${table}.${name}` };
  if (subtype === 'AT_AlterColumnType')
    yield { rule: 'rewrite', what: `changes the type of ${table}.${name}` };
  if (subtype === 'AT_SetLogged' || subtype === 'AT_SetUnLogged' || subtype === 'AT_SetTableSpace')
    yield { rule: 'rewrite', what: `moves ${table}` };
  if (subtype === 'AT_DisableTrig' || subtype === 'AT_DisableTrigAll' || subtype === 'AT_DisableTrigUser')
    yield { rule: 'drop', what: `disables a trigger of ${table}` };
  if (subtype === 'AT_SetNotNull' && !checked.has(`${table}.${name}`))
    yield { rule: 'not-null', what: `sets ${table}.${name} not null` };
  if (subtype === 'AT_ValidateConstraint' && isOwn)
    yield { rule: 'unvalidated', what: `validates ${name} where it locked ${table} to add it` };
  // A unique index that is there is only given a name.
  if (constraint !== undefined && constraint.skip_validation !== true && constraint.indexname === undefined)
    yield { rule: 'unvalidated', what: `adds ${constraint.conname ?? 'a constraint'} to ${table}` };
  if (column !== undefined && subtype === 'AT_AddColumn') yield* addedColumn(table, column);
}

function* addedColumn(table: string, { colname, constraints = [] }: ColumnDef): Generator<Found> {
  const parts = constraints.flatMap((part) => ('Constraint' in part ? [part.Constraint] : []));
  const given = parts.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr;
  const what = `adds ${table}.${colname}`;
  for (const { contype } of parts) {
    if (contype === 'CONSTR_NOTNULL' && given === undefined)
      yield { rule: 'not-null', what: `${what}, which what the version before inserts does not have` };
    if (contype === 'CONSTR_IDENTITY' || contype === 'CONSTR_GENERATED')
      yield { rule: 'rewrite', what: `${what} with values of its own` };
    if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY')
      yield { rule: 'unvalidated', what: `${what} with a constraint` };
    if (contype === 'CONSTR_FOREIGN' && given !== undefined)
      yield { rule: 'unvalidated', what: `${what} with a default that refers` };
  }
  if (given !== undefined && mayDiffer(given))
    yield { rule: 'rewrite', what: `${what} with a default that is computed` };
}

// Computed once for all rows, and kept beside them.
const sameForAll: ReadonlySet<string> = new Set(['now', 'transaction_timestamp', 'statement_timestamp']);

const mayDiffer = (expression: Node): boolean =>
  [...JSON.stringify(expression).matchAll(/"FuncCall":\{"funcname":(\[.*?\])/g)].some(([, names]) => {
    const name = [...(names ?? '').matchAll(/"sval":"(\w+)"/g)].at(-1)?.[1] ?? '';
    return !sameForAll.has(name);
  });

function* notRepeatable(node: Node): Generator<Found> {
  const what = `${Object.keys(node)[0]?.replace('Stmt', '').toLowerCase()} outside a transaction`;
  const isRepeatable =
    'DoStmt' in node ||
    'VariableSetStmt' in node ||
    'AnalyzeStmt' in node ||
    'UpdateStmt' in node ||
    'DeleteStmt' in node ||
    ('IndexStmt' in node && node.IndexStmt.if_not_exists === true && node.IndexStmt.idxname !== undefined) ||
    ('DropStmt' in node && node.DropStmt.missing_ok === true) ||
    ('CreateStmt' in node && node.CreateStmt.if_not_exists === true) ||
    ('CreateFunctionStmt' in node && node.CreateFunctionStmt.replace === true) ||
    ('CreateTrigStmt' in node && node.CreateTrigStmt.replace === true) ||
    ('InsertStmt' in node && node.InsertStmt.onConflictClause !== undefined) ||
    ('AlterTableStmt' in node &&
      commandsOf(node).every(({ subtype }) => subtype === 'AT_ValidateConstraint'));
  if (!isRepeatable) yield { rule: 'not-repeatable', what };
}
