// `--import` of a server process: writes the longest turn of its event loop, in milliseconds of processor time, the longest
// delay of a timer and the processor time since the last question, all in milliseconds, into the file TURNS when somebody
// removes it. Looking at every turn takes processor time itself, so it rests while there is a file TURNS.calm.
import { existsSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { watchTurns } from '../../server/test/watch-turns.ts';

const file = process.env['TURNS'];
if (file === undefined) throw new Error('TURNS names no file');
let turns: ReturnType<typeof watchTurns> | null = null;
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
let before = process.cpuUsage();
setInterval(() => {
  if (existsSync(file)) return;
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  writeFileSync(file, [turns?.longestMs() ?? 0, delay.max / 1e6, (user + system) / 1000].join(' '));
  const isCalm = existsSync(`${file}.calm`);
  if (isCalm) turns?.end();
  turns = isCalm ? null : (turns ?? watchTurns());
  delay.reset();
}, 20).unref();
