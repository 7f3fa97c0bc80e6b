// `npm run dev`: installs the packages when they changed, then runs the development server.
import { ensureInstalled, findNode } from './setup.mjs';
import { stayBeside } from './stay-beside.mjs';

await ensureInstalled();
stayBeside(findNode(), ['scripts/dev-server.mjs', ...process.argv.slice(2)]);
