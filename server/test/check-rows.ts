import { inTests } from '../db/rows.ts';

// Runs before every test file. Without it, a failing request would only say "Something went wrong".
inTests.tell = (problem) => process.stderr.write(`${problem}\n`);
