import { setTimeout as wait } from 'node:timers/promises';
import type { PartCheck } from './copy-tree.ts';
import { pageBytes } from './copy-tree.ts';

// PostgreSQL's page checksum (storage/checksum_impl.h): FNV-1a in 32 lanes. A backup checks each page while it copies,
// so that a failing disk is noticed before anybody needs the copy.

const lanes = 32;
const prime = 16_777_619;
const laneStarts = Uint32Array.of(
  0x5b1f36e9,
  0xb8525960,
  0x02ab50aa,
  0x1de66d2a,
  0x79ff467a,
  0x9bb9f8a3,
  0x217e7cd2,
  0x83e13d2c,
  0xf8d4474f,
  0xe39eb970,
  0x42c6ae16,
  0x993216fa,
  0x7b093b5d,
  0x98daff3c,
  0xf718902a,
  0x0b1c9cdb,
  0xe58f764b,
  0x187636bc,
  0x5d7b3bb1,
  0xe73de7de,
  0x92bec979,
  0xcca6c0b2,
  0x304a0979,
  0x85aa43d4,
  0x783125bb,
  0x6ca8eaa2,
  0xe407eac6,
  0x4b5cfc3e,
  0x9fbf8c76,
  0x15ca20be,
  0xf2ca9fd3,
  0x959bd756,
);

// Byte offsets in a page's header. Numbers are little-endian, as on every machine the database is packaged for.
const checksumAt = 8;
const upperAt = 14;

const words = new Uint32Array(pageBytes / 4);
const bytes = new Uint8Array(words.buffer);
const sums = new Uint32Array(lanes);

/** The checksum that the page's header should have. `block` is the page's number in the whole table. */
function checksumOf(page: Buffer, block: number): number {
  bytes.set(page);
  // The field itself counts as zero.
  bytes.fill(0, checksumAt, checksumAt + 2);
  sums.set(laneStarts);
  for (let row = 0; row < words.length; row += lanes) {
    for (let lane = 0; lane < lanes; lane += 1) mix(lane, words[row + lane]!);
  }
  for (let round = 0; round < 2; round += 1) {
    for (let lane = 0; lane < lanes; lane += 1) mix(lane, 0);
  }
  const folded = sums.reduce((all, sum) => all ^ sum, 0);
  return (((folded ^ block) >>> 0) % 65_535) + 1;
}

function mix(lane: number, word: number): void {
  const mixed = sums[lane]! ^ word;
  sums[lane] = Math.imul(mixed, prime) ^ (mixed >>> 17);
}

const isEmpty = (page: Buffer): boolean => page.every((byte) => byte === 0);

/** Says whether the page is as PostgreSQL wrote it. A page that was never filled has no checksum. */
const isWhole = (page: Buffer, block: number): boolean =>
  page.readUInt16LE(upperAt) === 0
    ? isEmpty(page)
    : page.readUInt16LE(checksumAt) === checksumOf(page, block);

// Files of tables and indexes, in pieces of 1 GB. The free space map is left out, because PostgreSQL makes it anew.
const relationFile = /^(?:base\/\d+|global)\/\d+(?:_(?:vm|init))?(?:\.(\d+))?$/;
const blocksPerPiece = (1 << 30) / pageBytes;

/** The number of the first page in a file of the cluster, or null when the file has no pages with checksums. */
function firstBlockOf(path: string): number | null {
  const found = relationFile.exec(path);
  return found === null ? null : Number(found[1] ?? 0) * blocksPerPiece;
}

/** A page of a table or an index is not as PostgreSQL wrote it. */
export class DamagedPage extends Error {
  override readonly name = 'DamagedPage';
  readonly path: string;
  readonly block: number;

  constructor(path: string, block: number) {
    super(`page ${block} of ${path} is damaged`);
    this.path = path;
    this.block = block;
  }
}

const rereads = 20;
const rereadMs = 10;

/**
 * Returns the check for the pages of a cluster file; null for files without pages. A page that looks wrong may be half
 * written: the check reads it once more and replaces it in the copy. Throws DamagedPage when it is wrong again.
 */
export function checkPages(path: string): PartCheck | null {
  const firstBlock = firstBlockOf(path);
  if (firstBlock === null) return null;
  return async (part, offset, file) => {
    for (let at = 0; at + pageBytes <= part.length; at += pageBytes) {
      const page = part.subarray(at, at + pageBytes);
      const block = firstBlock + (offset + at) / pageBytes;
      for (let tries = 0; !isWhole(page, block); tries += 1) {
        if (tries === rereads) throw new DamagedPage(path, block);
        await wait(rereadMs);
        const { bytesRead } = await file.read(page, 0, pageBytes, offset + at);
        // The file was truncated meanwhile. PostgreSQL's log tells the copy the same.
        if (bytesRead < pageBytes) break;
      }
    }
  };
}
