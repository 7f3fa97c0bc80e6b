import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { release } from '@gurukul/contract/shared/release';
import { expect, test } from 'vitest';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

const sources = ['contract', 'server', 'web', 'e2e', 'scripts'].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => `${room}/${file}`),
);

interface Import {
  readonly to: string;
  /** A type import disappears in the compiled code. */
  readonly isType: boolean;
}

/** Every import of a file: as a path from the root, or as the package's name. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const room = file.split('/')[0];
  const imports = /^(?:import|export)\b[^;'"]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;
  const resolved = (target: string) => {
    if (target.startsWith('.')) return relative(root, resolve(root, dirname(file), target));
    if (target.startsWith(`#${room}/`)) return target.slice(1);
    if (target.startsWith('@gurukul/contract')) return target.replace('@gurukul/contract', 'contract');
    return target;
  };
  return [...text.matchAll(imports)].map((found) => ({
    to: resolved(found[1] ?? found[2] ?? found[3] ?? ''),
    isType: /^(?:import|export) type\b/.test(found[0]),
  }));
}

const edges = sources.flatMap((from) => importsOf(from).map((imported) => ({ from, ...imported })));
const show = (found: { from: string; to: string }[]) => found.map(({ from, to }) => `${from} -> ${to}`);
const isTest = (file: string) => /\.(test|e2e)\.tsx?$/.test(file) || file.startsWith('server/test/');

test('the rooms import in one direction: web -> contract <- server', () => {
  const wrong = edges.filter(
    ({ from, to }) =>
      (from.startsWith('web/') && to.startsWith('server/')) ||
      (from.startsWith('server/') && to.startsWith('web/')) ||
      (from.startsWith('contract/') && /^(server|web)\//.test(to)),
  );
  expect(show(wrong)).toEqual([]);
});

test('the contract imports its schema library, its messages and the table of countries, and nothing else from outside', () => {
  const outside = edges.filter(
    ({ from, to }) =>
      from.startsWith('contract/') &&
      !isTest(from) &&
      !from.startsWith('contract/test/') &&
      !to.startsWith('contract/') &&
      !/^(zod|countries-list|icu-minify\/(?:compile|format))$/.test(to) &&
      // The server and the build read the catalogues by it. No browser loads it.
      !(from === 'contract/shared/words/read-catalogue.ts' && to === 'node:fs'),
  );
  expect(show(outside)).toEqual([]);
});

test('code below the features never imports a feature', () => {
  const below =
    /^(server\/(http|db|storage|time|jobs|mail|provider)|web\/(ui|lib|calls|theme|texts|layout))\//;
  const wrong = edges.filter(
    ({ from, to }) => below.test(from) && !isTest(from) && to.includes('/features/'),
  );
  expect(show(wrong)).toEqual([]);
});

test('no feature imports the files that gather all features', () => {
  const wrong = edges.filter(
    ({ from, to }) =>
      from.startsWith('server/features/') && !isTest(from) && /^server\/(app|trail)\.ts$/.test(to),
  );
  expect(show(wrong)).toEqual([]);
});

test('a template of a mail writes, and queries nothing', () => {
  const wrong = edges.filter(
    ({ from, to }) =>
      /^server\/mail\/(templates|texts)\//.test(from) &&
      /^(sql-template-tag$|pg$|server\/db\/|server\/http\/scope)/.test(to),
  );
  expect(show(wrong)).toEqual([]);
});

test('only server/secrets.ts makes the stored form of a secret', () => {
  const isHash = /createHash\('sha256'\)\.update\([^;]*\)\.digest\(\)|\bhash\('sha256',[^;]*'buffer'\)/;
  const hashing = sources.filter(
    (file) =>
      file.startsWith('server/') && !isTest(file) && isHash.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(hashing).toEqual(['server/secrets.ts']);
});

test('nothing outside the lab imports it', () => {
  const wrong = edges.filter(({ from, to }) => !from.startsWith('lab/') && to.startsWith('lab/'));
  expect(show(wrong)).toEqual([]);
});

test('features do not import each other in circles', () => {
  const featureOf = (file: string) => /^(?:server|web)\/features\/[^/]+/.exec(file)?.[0];
  const arrows = new Map<string, Set<string>>();
  for (const { from, to, isType } of edges) {
    const [one, other] = [featureOf(from), featureOf(to)];
    if (isType || isTest(from) || one === undefined || other === undefined || one === other) continue;
    arrows.set(one, (arrows.get(one) ?? new Set()).add(other));
  }
  /** The import paths that lead from a feature back to it. */
  const circlesOf = (start: string, way: readonly string[] = [start]): string[] =>
    [...(arrows.get(way.at(-1)!) ?? [])].flatMap((next) => {
      if (next === start) return [[...way, start].join(' -> ')];
      return way.includes(next) ? [] : circlesOf(start, [...way, next]);
    });
  expect(arrows.size).toBeGreaterThan(20);
  expect([...arrows.keys()].flatMap((feature) => circlesOf(feature))).toEqual([]);
});

test('the kit knows no router and no query', () => {
  const wrong = edges.filter(
    ({ from, to }) =>
      from.startsWith('web/ui/') &&
      !isTest(from) &&
      /^(@tanstack\/react-(router|query)$|web\/calls\/)/.test(to),
  );
  expect(show(wrong)).toEqual([]);
});

test('every package and the portal itself name one version', () => {
  const versions = ['.', 'contract', 'server', 'web'].map((folder) => {
    const text = readFileSync(join(root, folder, 'package.json'), 'utf8');
    return (JSON.parse(text) as { version: string }).version;
  });
  expect(new Set([...versions, release])).toEqual(new Set([release]));
  expect(readdirSync(join(root, 'docs/releases'))).toContain(`${release}.md`);
});

test('no file is a collection of unrelated helpers', () => {
  expect(sources.filter((file) => /(^|\/)(utils?|helpers?|misc|common)\.(ts|tsx|mjs)$/.test(file))).toEqual(
    [],
  );
});

test('environment variables are handed to the settings by the commands of the server alone', () => {
  const readers = sources.filter(
    (file) =>
      file.startsWith('server/') &&
      !isTest(file) &&
      /process\.env/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(readers.toSorted()).toEqual(['server/backup/main.ts', 'server/main.ts']);
});

test('rows of statements are checked, never cast', () => {
  const casting = sources.filter(
    (file) =>
      file.startsWith('server/') &&
      !isTest(file) &&
      /\.query<|\brows\b[^;]*= await [^;]*\.query\(/.test(readFileSync(join(root, file), 'utf8')),
  );
  // The first asks a connection for one thing before other code uses it.
  expect(casting.toSorted()).toEqual(['server/db/pool.ts', 'server/db/rows.ts']);
});

test('HTML is inserted at two places only, and cleaned at both', () => {
  const sinks = sources.filter(
    (file) =>
      file.startsWith('web/') &&
      !isTest(file) &&
      /dangerouslySetInnerHTML|\.innerHTML\s*=|srcdoc/i.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(sinks.toSorted()).toEqual([
    'web/features/mail-preview/mail-frame.tsx',
    'web/ui/document/rich-text.tsx',
  ]);
});

test('programs are started with arguments and without a shell, and no text becomes code', () => {
  const daring =
    /import \{[^}]*\bexec(?:Sync)?\b[^}]*\} from 'node:child_process'|shell: true|\beval\(|new Function\(/;
  const served = sources.filter((file) => /^(?:contract|server|web)\//.test(file) && !isTest(file));
  expect(served.filter((file) => daring.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test('no test limits the time of the clock: a busy machine takes longer', () => {
  const tests = sources.filter(
    (file) => isTest(file) || file.startsWith('e2e/') || /^(contract|web)\/test\//.test(file),
  );
  const difference = String.raw`(?:performance|Date)\.now\(\) - (?!\d)\w+`;
  const wrong = tests.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const names = [...text.matchAll(new RegExp(`const (\\w+) = [^;]*?${difference}`, 'g'))].map(
      ([, name]) => String.raw`\b${name}\b`,
    );
    const limits = text.match(
      new RegExp(`expect\\([^;]*?(?:${[difference, ...names].join('|')})[^;]*?\\.toBeLessThan`, 'g'),
    );
    // A shorter patience than the usual one: what is waited for may come later.
    const usual = file.endsWith('.test.ts') ? 600_000 : 30_000;
    const short = [...text.matchAll(/\btimeout: ([\d_]+)/g)].filter(
      ([, ms]) => Number(ms?.replaceAll('_', '')) < usual,
    );
    // A limit of one test's own. A test that was given up goes on, and undoes what the next one does.
    const own = file.endsWith('.test.ts') ? [...text.matchAll(/^ *\}, [\d_]{5,}\);$/gm)] : [];
    return [...(limits ?? []), ...[...short, ...own].map(([found]) => found)].map(
      (found) => `${file}: ${found}`,
    );
  });
  expect(wrong).toEqual([]);
});

test('questions are asked in one module, which asks each of them once', () => {
  const asking = sources.filter(
    (file) =>
      !isTest(file) && /openConfirmModal|openContextModal/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(asking).toEqual(['web/ui/feedback/confirm.tsx']);
});

test('the kit alone writes Cancel, and no row of buttons closes a dialog or submits in one beside its foot', () => {
  const rowWith = (what: string) =>
    new RegExp(String.raw`<Group\b[^>]*>(?:(?!</Group>)[\s\S])*?(?:${what})(?:(?!</Group>)[\s\S])*?</Group>`);
  const closing = rowWith(String.raw`onClick=\{(?:onClose|onDone|onBack)\}`);
  const submitting = rowWith('type="submit"');
  const other = sources.filter((file) => {
    const text = file.startsWith('web/') && !isTest(file) ? readFileSync(join(root, file), 'utf8') : '';
    const isDialog = /<(?:Dialog|SidePanel)\b/.test(text);
    return /\bui\.cancel\b/.test(text) || closing.test(text) || (isDialog && submitting.test(text));
  });
  expect(other).toEqual(['web/ui/feedback/dialog-foot.tsx']);
});

test('Back closes every dialog: the code that opens one listens for it', () => {
  const opening = sources.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return file.startsWith('web/') && !isTest(file) && /<(?:Modal|Drawer)\b/.test(text);
  });
  const deaf = opening.filter((file) => !/\buseBackCloses\(/.test(readFileSync(join(root, file), 'utf8')));
  expect(opening).not.toEqual([]);
  expect(deaf).toEqual([]);
});

test('every decision record has a number of its own', () => {
  const numbers = readdirSync(join(root, 'docs/decisions')).map((file) => file.slice(0, 4));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});

test('every decision record has 200 words at most', () => {
  const folder = join(root, 'docs/decisions');
  const wordsOf = (file: string) => readFileSync(join(folder, file), 'utf8').trim().split(/\s+/).length;
  expect(readdirSync(folder).filter((file) => wordsOf(file) > 200)).toEqual([]);
});
