// `--import` of a server process: writes the longest turn of its event loop, in milliseconds of processor time, into the
// file TURNS when somebody removes it.
import { existsSync, writeFileSync } from 'node:fs';
import { watchTurns } from '../../server/test/watch-turns.ts';

const file = process.env['TURNS'];
if (file === undefined) throw new Error('TURNS names no file');
const turns = watchTurns();
setInterval(() => {
  if (!existsSync(file)) writeFileSync(file, String(turns.longestMs()));
}, 20).unref();
