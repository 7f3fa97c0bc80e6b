import { inTests } from '../db/rows.ts';

// Before every file of tests. A request that fails of it says no more than "Something went wrong".
inTests.tell = (problem) => process.stderr.write(`${problem}\n`);
