import type { AlterTableCmd, ColumnDef, Constraint, Node, ParseResult, RangeVar } from 'libpg-query';
import { loadModule, parseSync } from 'libpg-query';
import { splitStatements } from '../db/statements.ts';

// Rules for migrations, so that the version before works during and after them, checked on the tree of PostgreSQL's own
// parser. An exception says so with its reason: `-- Allowed: index, because ...`.

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
  unknown: 'nobody has looked at what it does to the version before: look, and say it in migration-rules.ts',
} as const;

type Rule = keyof typeof remedies;

interface Violation {
  readonly rule: Rule;
  readonly what: string;
}

export interface MigrationFile {
  readonly name: string;
  readonly sql: string;
}

/**
 * The rules that a release's migration breaks, one line each. `before`: the earlier migrations, for checks that were
 * validated.
 */
export function brokenRules(file: MigrationFile, before: readonly MigrationFile[] = []): string[] {
  const nodes = statementsOf(file.sql);
  const isOutside = /^-- Outside a transaction\b/.test(file.sql);
  const found = [...readStatements(nodes, isOutside, checkedColumns([...before, file]))];
  const allowed = [...file.sql.matchAll(/^-- Allowed: ([\w-]+), because .{15,}$/gm)].map(([, rule]) => rule);
  const told = found
    .filter(({ rule }) => !allowed.includes(rule))
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

/** `table.column` of every validated check that a column is not null. */
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
  readonly hasDefault: boolean;
}

const commandsOf = (node: Extract<Node, { AlterTableStmt: unknown }>): Command[] =>
  (node.AlterTableStmt.cmds ?? []).flatMap((command) => {
    if (!('AlterTableCmd' in command)) return [];
    const { subtype, name = '', def } = command.AlterTableCmd;
    return [
      {
        subtype,
        name,
        hasDefault: def !== undefined,
        ...(def !== undefined && 'Constraint' in def ? { constraint: def.Constraint } : {}),
        ...(def !== undefined && 'ColumnDef' in def ? { column: def.ColumnDef } : {}),
      },
    ];
  });

function* readStatements(
  nodes: readonly Node[],
  isOutside: boolean,
  checked: ReadonlySet<string>,
): Generator<Violation> {
  const made = new Set<string>();
  const isOld = (relation: RangeVar | undefined) => !made.has(relation?.relname ?? '');
  const added = new Set<string>();
  // An old table that is locked until the end of the transaction.
  let locked: string | undefined;

  for (const node of nodes) {
    if (isOutside) yield* notRepeatable(node);
    yield* changedWithin(node, made);
    if ('CreateStmt' in node) made.add(node.CreateStmt.relation?.relname ?? '');
    else if ('CreateTableAsStmt' in node) {
      made.add(node.CreateTableAsStmt.into?.rel?.relname ?? '');
      if (locked !== undefined) yield { rule: 'fill', what: `fills a table while ${locked} is locked` };
    } else if ('ViewStmt' in node) made.add(node.ViewStmt.view?.relname ?? '');
    else if ('DropStmt' in node) {
      yield* dropped(node, isOutside);
      locked ??= tableOfTrigger(node);
    } else if ('DropRoleStmt' in node || 'DropOwnedStmt' in node)
      yield { rule: 'drop', what: 'takes a role or what it may do away' };
    else if ('GrantStmt' in node || 'GrantRoleStmt' in node) {
      const { is_grant: isGiven } = 'GrantStmt' in node ? node.GrantStmt : node.GrantRoleStmt;
      if (isGiven !== true) yield { rule: 'drop', what: 'takes a right away' };
    } else if ('AlterObjectSchemaStmt' in node)
      yield { rule: 'rename', what: 'moves something to another schema' };
    else if ('AlterEnumStmt' in node) {
      const { oldVal, newVal = '' } = node.AlterEnumStmt;
      if (oldVal !== undefined) yield { rule: 'rename', what: `renames the value ${oldVal} to ${newVal}` };
    } else if ('RenameStmt' in node) {
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
    } else if ('VariableSetStmt' in node) {
      const { name = '' } = node.VariableSetStmt;
      if (name === 'lock_timeout') yield { rule: 'lock', what: 'waits for tables for as long as it wants' };
    } else if ('TransactionStmt' in node)
      yield { rule: 'inside', what: 'begins or ends a transaction by itself' };
    else if ('VacuumStmt' in node && node.VacuumStmt.is_vacuumcmd !== true) continue;
    else if (
      'LockStmt' in node ||
      'TruncateStmt' in node ||
      'ClusterStmt' in node ||
      'VacuumStmt' in node ||
      'RefreshMatViewStmt' in node
    ) {
      yield { rule: 'lock', what: `${Object.keys(node)[0]?.replace('Stmt', '').toLowerCase()}s a table` };
    } else if ('ReindexStmt' in node) yield { rule: 'lock', what: 'reindexes' };
    else if ('DoStmt' in node || 'CallStmt' in node) {
      const what = 'DoStmt' in node ? 'a do block' : 'a procedure';
      if (!isOutside) yield { rule: 'hidden', what: `runs ${what} in a transaction` };
      else if ('DoStmt' in node && /\b(?:update|delete|merge)\b/i.test(bodyOf(node)) && !commits(node))
        yield { rule: 'fill', what: `changes rows in ${what} that never commits` };
    } else if ('UpdateStmt' in node || 'DeleteStmt' in node || 'MergeStmt' in node) {
      const { relation } = changeIn(node);
      if (isOld(relation)) yield { rule: 'fill', what: `changes rows of ${relation?.relname} all at once` };
      else if (locked !== undefined && !isOutside)
        yield { rule: 'fill', what: `fills while ${locked} is locked` };
    } else if ('InsertStmt' in node || 'SelectStmt' in node) {
      if (locked !== undefined && !isOutside && readsRows(node)) {
        yield { rule: 'fill', what: `reads rows while ${locked} is locked` };
      }
      const call =
        'SelectStmt' in node ? functionsIn(node).find((name) => !plainFunctions.has(name)) : undefined;
      if (call !== undefined) yield { rule: 'hidden', what: `calls ${call}()` };
    } else if (!Object.keys(node).every((kind) => harmless.has(kind))) {
      yield { rule: 'unknown', what: `has a ${Object.keys(node)[0]}` };
    }
  }
}

/** Statements that make something new, or only describe what exists. */
const harmless: ReadonlySet<string> = new Set([
  'CommentStmt',
  'CompositeTypeStmt',
  'CreateEnumStmt',
  'CreateExtensionStmt',
  'CreateFunctionStmt',
  'CreateRoleStmt',
  'CreateSchemaStmt',
  'CreateSeqStmt',
  'CreateStatsStmt',
  'CreateDomainStmt',
  'DefineStmt',
]);

// They read no rows that they do not name, and change none.
const plainFunctions: ReadonlySet<string> = new Set(['set_config', 'setval', 'max', 'count', 'to_regclass']);

function tableOfTrigger({ DropStmt: drop }: Extract<Node, { DropStmt: unknown }>): string | undefined {
  const [named] = drop.objects ?? [];
  if (drop.removeType !== 'OBJECT_TRIGGER' || named === undefined || !('List' in named)) return undefined;
  return namesIn(named.List.items ?? []).at(-2);
}

const bodyOf = (node: Extract<Node, { DoStmt: unknown }>) => JSON.stringify(node.DoStmt.args ?? []);
const commits = (node: Extract<Node, { DoStmt: unknown }>) => /\bcommit\b/i.test(bodyOf(node));

type Changing = Extract<Node, { UpdateStmt: unknown } | { DeleteStmt: unknown } | { MergeStmt: unknown }>;

const changeIn = (node: Changing) =>
  'UpdateStmt' in node ? node.UpdateStmt : 'DeleteStmt' in node ? node.DeleteStmt : node.MergeStmt;

/** `with gone as (delete from ...) insert into ...`: the other changes within a statement. */
function* changedWithin(node: Node, made: ReadonlySet<string>): Generator<Violation> {
  if (!('SelectStmt' in node || 'InsertStmt' in node || 'CreateTableAsStmt' in node)) return;
  const changes = JSON.stringify(node).matchAll(
    /"(?:Update|Delete|Merge)Stmt":\{"relation":\{[^{}]*"relname":"(\w+)"/g,
  );
  for (const [, table = ''] of changes)
    if (!made.has(table)) yield { rule: 'fill', what: `changes rows of ${table} all at once` };
}

/** Anything but plain values: a select from a table, or a function, which may do anything. */
const readsRows = (node: Node) => /"(?:fromClause|FuncCall)"/.test(JSON.stringify(node));

// The version before calls none of these by name.
const unnamed: ReadonlySet<string | undefined> = new Set(['OBJECT_INDEX', 'OBJECT_TRIGGER']);

function* dropped(
  { DropStmt: drop }: Extract<Node, { DropStmt: unknown }>,
  isOutside: boolean,
): Generator<Violation> {
  const kind = drop.removeType?.replace('OBJECT_', '').toLowerCase() ?? '';
  if (!unnamed.has(drop.removeType)) yield { rule: 'drop', what: `drops a ${kind}` };
  if (drop.concurrent === true && !isOutside) yield { rule: 'inside', what: `drops an ${kind} concurrently` };
}

/** Known changes; most are checked below. */
const knownChanges: ReadonlySet<AlterTableCmd['subtype']> = new Set([
  'AT_AddColumn',
  'AT_AddConstraint',
  'AT_AlterColumnType',
  'AT_ColumnDefault',
  'AT_DisableTrig',
  'AT_DisableTrigAll',
  'AT_DisableTrigUser',
  'AT_DropColumn',
  'AT_DropConstraint',
  'AT_DropNotNull',
  'AT_EnableTrig',
  'AT_ResetOptions',
  'AT_ResetRelOptions',
  'AT_SetLogged',
  'AT_SetNotNull',
  'AT_SetOptions',
  'AT_SetRelOptions',
  'AT_SetStatistics',
  'AT_SetStorage',
  'AT_SetTableSpace',
  'AT_SetUnLogged',
  'AT_ValidateConstraint',
] as const);

function* altered(
  table: string,
  { subtype, name, constraint, column, hasDefault }: Command,
  { checked, isOwn }: { readonly checked: ReadonlySet<string>; readonly isOwn: boolean },
): Generator<Violation> {
  if (!knownChanges.has(subtype)) yield { rule: 'unknown', what: `does ${subtype} to ${table}` };
  if (subtype === 'AT_DropColumn') yield { rule: 'drop', what: `drops ${table}.${name}` };
  // `on conflict on constraint` and the texts of refusals use its name.
  if (subtype === 'AT_DropConstraint') yield { rule: 'drop', what: `drops ${name} of ${table}` };
  if (subtype === 'AT_ColumnDefault' && !hasDefault)
    yield { rule: 'drop', what: `drops what ${table}.${name} is when nobody says` };
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
  // An existing unique index only gets a name.
  if (constraint !== undefined && constraint.skip_validation !== true && constraint.indexname === undefined)
    yield { rule: 'unvalidated', what: `adds ${constraint.conname ?? 'a constraint'} to ${table}` };
  if (column !== undefined && subtype === 'AT_AddColumn') yield* addedColumn(table, column);
}

const counting = /^(?:small|big)?serial[248]?$/;

function* addedColumn(
  table: string,
  { colname, typeName, constraints = [] }: ColumnDef,
): Generator<Violation> {
  const parts = constraints.flatMap((part) => ('Constraint' in part ? [part.Constraint] : []));
  const given = parts.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr;
  const what = `adds ${table}.${colname}`;
  const type = namesIn(typeName?.names ?? []).at(-1) ?? '';
  if (counting.test(type)) yield { rule: 'rewrite', what: `${what} with values of its own` };
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

// Computed once for all rows, and stored beside them.
const sameForAll: ReadonlySet<string> = new Set(['now', 'transaction_timestamp', 'statement_timestamp']);

const mayDiffer = (expression: Node): boolean =>
  functionsIn(expression).some((name) => !sameForAll.has(name));

/** The names of all functions called in it, without their schemas. */
const functionsIn = (node: Node): string[] =>
  [...JSON.stringify(node).matchAll(/"FuncCall":\{"funcname":(\[.*?\])/g)].map(
    ([, names]) => [...(names ?? '').matchAll(/"sval":"(\w+)"/g)].at(-1)?.[1] ?? '',
  );

const namesIn = (nodes: readonly Node[]): string[] =>
  nodes.flatMap((node) => ('String' in node ? [node.String.sval ?? ''] : []));

function* notRepeatable(node: Node): Generator<Violation> {
  const what = `${Object.keys(node)[0]?.replace('Stmt', '').toLowerCase()} outside a transaction`;
  const isRepeatable =
    'DoStmt' in node ||
    'VariableSetStmt' in node ||
    ('VacuumStmt' in node && node.VacuumStmt.is_vacuumcmd !== true) ||
    'GrantStmt' in node ||
    'MergeStmt' in node ||
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
