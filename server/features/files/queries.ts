import sql from 'sql-template-tag';
import type { FileKind } from '@gurukul/contract/files';
import { fileKinds } from '@gurukul/contract/files';
import type { Db } from '../../db/pool.ts';
import type { RowOf } from '../../db/columns.ts';
import { int, oneOf, row, text } from '../../db/columns.ts';
import { many, maybeOne, one, run } from '../../db/rows.ts';

export interface NewUpload {
  readonly kind: FileKind;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

const uploadRow = row({
  id: text,
  kind: oneOf(fileKinds),
  name: text,
  content_type: text,
  size: int,
  /** Null until the upload is finished. */
  key: text.nullable(),
});
export type UploadRow = RowOf<typeof uploadRow>;

export interface CheckedFile {
  readonly key: string;
  readonly type: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
}

/** The uploader of a file: a person, or a machine with an intake key. */
export type Uploader = { readonly personId: number } | { readonly intakeKeyId: number };

const broughtBy = (uploader: Uploader) =>
  'personId' in uploader
    ? sql`uploaded_by = ${uploader.personId}`
    : sql`intake_key_id = ${uploader.intakeKeyId}`;

const idRow = row({ id: text });

export const insertUpload = (db: Db, uploader: Uploader, upload: NewUpload) =>
  one(
    db,
    idRow,
    sql`
      insert into files (kind, name, content_type, size, uploaded_by, intake_key_id)
      values (${upload.kind}, ${upload.name}, ${upload.type}, ${upload.size},
        ${'personId' in uploader ? uploader.personId : null}, ${'intakeKeyId' in uploader ? uploader.intakeKeyId : null})
      returning id`,
  );

export const findOwnUpload = (db: Db, id: string, uploader: Uploader) =>
  maybeOne(
    db,
    uploadRow,
    sql`
      select id, kind, name, content_type, size, key
      from files
      where id = ${id}::uuid
        and ${broughtBy(uploader)}`,
  );

const pendingUploadRow = row({ content_type: text, size: int });

export const findPendingUpload = (db: Db, id: string) =>
  maybeOne(
    db,
    pendingUploadRow,
    sql`
      select content_type, size
      from files
      where id = ${id}::uuid
        and finished_at is null`,
  );

/** Returns false when another request finished the upload meanwhile, or the sweep removed it. */
export async function markFinished(db: Db, id: string, file: CheckedFile): Promise<boolean> {
  const finished = await run(
    db,
    sql`
      update files
      set key = ${file.key},
          content_type = ${file.type},
          size = ${file.size},
          width = ${file.width}::integer,
          height = ${file.height}::integer,
          finished_at = now()
      where id = ${id}::uuid
        and finished_at is null`,
  );
  return finished > 0;
}

/** Returns the number of deleted rows: 0 when the upload was finished or deleted before. */
export const deletePendingUpload = (db: Db, id: string) =>
  run(
    db,
    sql`
      delete from files
      where id = ${id}::uuid
        and finished_at is null`,
  );

const nameRow = row({ name: text });

export const findFileName = (db: Db, key: string) =>
  maybeOne(
    db,
    nameRow,
    sql`
      select name
      from files
      where key = ${key}`,
  );

const kindRow = row({ kind: oneOf(fileKinds) });

/** Null for a key without a row. */
export const findFileKind = async (db: Db, key: string): Promise<FileKind | null> =>
  (await maybeOne(db, kindRow, sql`select kind from files where key = ${key}`))?.kind ?? null;

/**
 * Marks a file of this person as named, because a row is about to name it. Returns false when there is none of that
 * kind.
 */
export async function nameFile(db: Db, key: string, kind: FileKind, personId: number): Promise<boolean> {
  const named = await run(
    db,
    sql`
      update files
      set named_at = coalesce(named_at, now())
      where key = ${key}
        and kind = ${kind}
        and uploaded_by = ${personId}`,
  );
  return named > 0;
}

/** Marks the files that rows name without a mark, which an older server leaves. */
export const nameFilesInUse = (db: Db, before: Date) =>
  run(
    db,
    sql`
      with idle as materialized (
        select id, '/files/' || key as location
        from files
        where named_at is null
          and finished_at < ${before.toISOString()}::timestamptz
      ),
      named (location) as (
        select image from people where image in (select location from idle)
        union select course_image from courses where course_image in (select location from idle)
        union select glimpse_image from glimpses where glimpse_image in (select location from idle)
        union select pdf from topics where pdf in (select location from idle)
        union select image_url from events where image_url in (select location from idle)
        union select speaker_image from event_speakers where speaker_image in (select location from idle)
        union select logo from provider where logo in (select location from idle)
        union select signature from provider where signature in (select location from idle)
      )
      update files
      set named_at = now()
      where id in (select id from idle where location in (select location from named))
        or id in (select file_id from homework where file_id in (select id from idle))`,
  );

/** Deletes the rows of finished files that no row named. Their bytes are then without a row. */
export const deleteUnnamedFiles = (db: Db, before: Date) =>
  run(
    db,
    sql`
      delete from files
      where named_at is null
        and finished_at < ${before.toISOString()}::timestamptz`,
  );

const idRowType = row({ id: text });

export const deleteAbandonedUploads = (db: Db, before: Date) =>
  many(
    db,
    idRowType,
    sql`
      delete from files
      where finished_at is null
        and created_at < ${before.toISOString()}::timestamptz
      returning id`,
  );

const keyRow = row({ key: text });

/** The keys of this list that have a row. */
export const listKnownKeys = (db: Db, keys: readonly string[]) =>
  many(
    db,
    keyRow,
    sql`
      select key
      from files
      where key = any(${[...keys]}::text[])`,
  );

const idRowTypes = row({ id: text });

/** The ids of this list whose uploads are not finished yet. */
export const listPendingIds = (db: Db, ids: readonly string[]) =>
  many(
    db,
    idRowTypes,
    sql`
      select id::text
      from files
      where id = any(${[...ids]}::uuid[])
        and finished_at is null`,
  );
