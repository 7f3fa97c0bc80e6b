// `npm start`: makes the clone ready, then runs the server.
import { ensureBuilt, ensureInstalled, findNode } from './setup.mjs';
import { stayBeside } from './stay-beside.mjs';

await ensureInstalled();
await ensureBuilt();
stayBeside(findNode(), ['server/main.ts']);
