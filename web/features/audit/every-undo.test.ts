import { readdirSync, readFileSync } from 'node:fs';
import { calls } from '@gurukul/contract/index';
import { describe, expect, test } from 'vitest';
import { auditTexts } from '#web/texts/audit.ts';

const root = new URL('../../', import.meta.url);
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^(dist|node_modules|vite\.config)/.test(file))
  .map((file) => ({ file, text: readFileSync(new URL(file, root), 'utf8') }));

const known = calls();
const changing = known.filter(({ call }) => call.changes).map(({ name }) => name);
const undoable = known.filter(({ call }) => call.undo).map(({ name }) => name);

const mentions = (text: string, name: string) => new RegExp(`\\b${name.replace('.', '\\.')}\\b`).test(text);
const sourcesWith = (name: string) => sources.filter(({ text }) => mentions(text, name));

describe('what can be taken back', () => {
  /** Of older clients and of programs: the portal has an upload of its own, and says what was taught with the roll. */
  const onNoScreen: ReadonlySet<string> = new Set([
    'paymentUpload.excel_payment_details_upload',
    'attendance.save_taught',
  ]);
  /** An upload is also undone from the list of uploads; its toast asks as that list does, and counts what went. */
  const withItsOwnUndo: ReadonlySet<string> = new Set(['paymentUpload.payments']);

  /** A roll is written to the device first and sent from there. */
  const ways: ReadonlyMap<string, RegExp> = new Map([['attendance.save_roll', /\bsaveRoll\(/]]);

  test('there is much of it', () => {
    expect(undoable.length).toBeGreaterThan(20);
  });

  test.each(undoable)('%s offers Undo where its success is told, and nowhere else is it told', (name) => {
    const way = ways.get(name) ?? new RegExp(`useAction\\(\\s*${name.replace('.', '\\.')}\\b`);
    const users = sources.filter(({ file, text }) => way.test(text) && !file.startsWith('calls/'));
    const files = users.map(({ file }) => file);
    if (onNoScreen.has(name)) return expect(files).toEqual([]);
    expect(files).not.toEqual([]);
    const offer = withItsOwnUndo.has(name)
      ? /toast\.undoable\(/
      : /\b(?:tellDone|tellAllDone|tellSaved|saveStatus)\(|<(?:DeleteButton|AboutForm)\b/;
    const own = /\btoast\.success\(/;
    const without = users.filter(
      ({ text }) => !offer.test(text) || (own.test(text) && !withItsOwnUndo.has(name)),
    );
    expect(without.map(({ file }) => file)).toEqual([]);
  });

  test.each(['people/delete-button.tsx', 'people/about-form.tsx', 'selection/unfinished-save.ts'])(
    '%s, which tells it for others, tells it with Undo',
    (name) => {
      const teller = sources.find(({ file }) => file.endsWith(name));
      expect(teller?.text).toMatch(/\btellDone\(/);
    },
  );
});

test('every column of what is told has a name among people, or says nothing to them', () => {
  const folder = new URL('../server/db/migrations/', root);
  const schema = readdirSync(folder)
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n');
  const tables = /foreach audited in array array\[([^\]]+)\]/.exec(schema)?.[1]?.match(/\w+/g) ?? [];
  expect(tables.length).toBeGreaterThan(20);
  const columns = tables.flatMap((table) => {
    const body = new RegExp(`create table ${table} \\(\\n([^]*?)\\n\\);`).exec(schema)?.[1] ?? '';
    const own = Array.from(
      body.matchAll(/^ {2}(\w+) (?:text|bigint|integer|timestamptz|date|time|boolean|numeric|uuid)/gm),
    );
    const later = schema.matchAll(
      new RegExp(`alter table ${table}\\s+add column (?:if not exists )?(\\w+)`, 'g'),
    );
    return [...own, ...later].map((match) => match[1] ?? '');
  });
  /** Ends, beginnings and authors, which the sentence, its day and its person say; and marks of the machine. */
  const silent =
    /_at$|_by$|^(id|position|version|key|kind|size|width|height|content_type|country_code|edit_flag|registration_changed_in|(event|slot|import|register|file|intake_key|enquiry|person)_id)$/;
  const spoken: readonly string[] = Object.keys(auditTexts.columns);
  const silentButSpoken = new Set(['ended_at', 'ends_at', 'starts_at', 'paid_at']);
  const unnamed = new Set(
    columns.filter(
      (column) => !spoken.includes(column) && (!silent.test(column) || silentButSpoken.has(column)),
    ),
  );
  expect([...unnamed]).toEqual(['password_hash']);
});

describe('one key for each press', () => {
  /** Done twice they are done once. */
  const harmless: ReadonlySet<string> = new Set(['accounts.logout', 'accounts.forget_browser']);
  /** Changes nothing. */
  const previews = /\b(?:query|send)\([^()]*\bpreview: true\b[^()]*\)/g;
  /** `action` itself, the list of waiting rolls, and an upload, which nothing refers to before it is whole. */
  const ways: ReadonlySet<string> = new Set([
    // A save that a reload cut off is sent again with its own key.
    'features/selection/unfinished-save.ts',
    // Nobody pressed anything, and a device that is known twice is known once.
    'layout/renew-notifications.ts',
    'calls/action.ts',
    'calls/roll-queue.ts',
    'calls/upload.ts',
    'calls/client.ts',
  ]);

  test.each(changing)('%s is sent by nobody but an action', (name) => {
    if (harmless.has(name)) return;
    const others = sourcesWith(name)
      .filter(({ file }) => !ways.has(file))
      .filter(({ text }) =>
        new RegExp(`\\b(?:send|begin|download|query)\\(\\s*${name.replace('.', '\\.')}\\b`).test(
          text.replaceAll(previews, ''),
        ),
      );
    expect(others.map(({ file }) => file)).toEqual([]);
  });

  test('nothing but the client speaks to the server', () => {
    const speakers = sources
      .filter(({ text }) => /\bfetch\(|XMLHttpRequest\(/.test(text))
      .map(({ file }) => file);
    // Two take files from where they lie, one asks before the portal's scripts are there, and changes nothing.
    expect(speakers.toSorted()).toEqual([
      'calls/client.ts',
      'calls/upload.ts',
      'features/homework/fetch-pdf.ts',
      'features/privacy/archive.ts',
      'first-paint.ts',
    ]);
  });

  test('nobody reads the schema of a call, which a browser does not have', () => {
    const readers = sources.filter(({ text }) => /\w\.\w+\.(?:input|output)\.\w/.test(text));
    expect(readers.map(({ file }) => file)).toEqual([]);
  });

  test('mutations of the query library are actions, or questions that change nothing', () => {
    const owners = sources.filter(({ text }) => /\buseMutation\b/.test(text)).map(({ file }) => file);
    expect(owners.toSorted()).toEqual(['calls/use-action.ts', 'features/imports/import-check.tsx']);
  });
});
