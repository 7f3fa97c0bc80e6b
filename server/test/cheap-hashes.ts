import { inTests } from '../features/accounts/password.ts';

// Runs before every test file, which may hash a hundred passwords. Real processes hash at the usual cost
// (server/start.test.ts).
inTests.cost = { memory: 64, passes: 1, parallelism: 1 };
