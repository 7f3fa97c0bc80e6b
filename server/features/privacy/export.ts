import type { privacy, ExportedTable } from '@gurukul/contract/privacy';
import sql, { raw } from 'sql-template-tag';
import * as z from 'zod';
import { list, row, text } from '#server/db/columns.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/pool.ts';
import { one } from '#server/db/rows.ts';
import { signFileUrl, signPicture } from '#server/storage/signed-url.ts';
import { places } from './places.ts';
import type { Place } from './places.ts';
import { findPerson } from './who.ts';

const rowsRow = row({ rows: list(z.record(text, z.json())) });

const self: Place = {
  table: 'people',
  group: 'profile',
  about: ({ ids }) => sql`t.id = any(${[...ids]}::bigint[])`,
  erase: 'nothing',
  secret: ['password_hash'],
};

const trail: Place = {
  table: 'audit_entries',
  group: 'history',
  about: ({ ids }) => sql`t.about_person_id = any(${[...ids]}::bigint[])`,
  erase: 'nothing',
};

/** The tables of an export. What a place calls secret stays out of it. */
export const exportedPlaces: readonly Place[] = [self, ...places, trail];

type Everything = z.input<typeof privacy.export_person.output>['data'];

/** Everything about a person as it is stored, table by table, with the addresses of their files. */
export async function readEverything(db: Db, config: Config, id: number): Promise<Everything> {
  const person = await findPerson(db, id);
  const tables: ExportedTable[] = [];
  for (const { table, group, about, secret = [] } of exportedPlaces) {
    const { rows } = await one(
      db,
      rowsRow,
      sql`
        select coalesce(json_agg(to_jsonb(t) - ${[...secret]}::text[]), '[]') as rows
        from ${raw(table)} t
        where ${about(person)}
      `,
    );
    if (rows.length > 0) tables.push({ group, table, rows });
  }
  return {
    user_id: id,
    fullname: person.fullname,
    tables,
    files: filesIn(tables).map((url) => ({
      name: url.slice('/files/'.length),
      url: url.endsWith('.pdf') ? signFileUrl(config, url) : signPicture(config, url),
    })),
  };
}

/** Rows name files by their public location. */
function filesIn(tables: readonly ExportedTable[]) {
  const locations = new Set(
    tables.flatMap(({ rows }) =>
      rows
        .flatMap((stored) => [stored['image'], stored['home_work']])
        .filter((value) => typeof value === 'string' && value.startsWith('/files/'))
        .map(String),
    ),
  );
  return [...locations];
}
