import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import type { privacy } from '@gurukul/contract/privacy';
import { makeZip } from 'client-zip';
import { privacyTexts } from '#web/texts/privacy.ts';

const t = privacyTexts;

type Everything = CallOutput<typeof privacy.export_person>['data'];

const escaped = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replace(
    /[&<>"]/g,
    (sign) => `&#${sign.charCodeAt(0)};`,
  );

/** One page for people, without scripts: of each row what is not empty. */
function pageOf({ fullname, tables }: Everything): string {
  const rowOf = (row: Record<string, unknown>) => {
    const facts = Object.entries(row).filter(([, value]) => value !== null && value !== '');
    return `<dl>${facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`;
  };
  const parts = tables.map(
    ({ group, table, rows }) =>
      `<h2>${escaped(t.groups[group])} (${escaped(table)}, ${rows.length})</h2>${rows.map(rowOf).join('<hr>')}`,
  );
  const style =
    'body{font:16px/1.5 sans-serif;max-width:60rem;margin:auto;padding:1rem}dt{font-weight:600}dd{margin:0 0 .5rem}';
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(t.archive({ name: fullname }))}</title><style>${style}</style><h1>${escaped(t.archive({ name: fullname }))}</h1>${parts.join('')}`;
}

/** Everything as a ZIP: a page for people, JSON for machines, and the files. `missing`: files that could not be read. */
export async function archiveOf(everything: Everything): Promise<{ zip: Blob; missing: number }> {
  const files = await Promise.all(
    everything.files.map(async ({ name, url }) => {
      const answer = await fetch(url).catch(() => null);
      return answer?.ok ? { name: `files/${name}`, input: await answer.blob() } : null;
    }),
  );
  const found = files.filter((file) => file !== null);
  const stream = makeZip([
    { name: 'everything.html', input: pageOf(everything) },
    { name: 'everything.json', input: JSON.stringify(everything, null, 2) },
    ...found,
  ]);
  return { zip: await new Response(stream).blob(), missing: files.length - found.length };
}
