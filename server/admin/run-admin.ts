import type { Pool } from 'pg';
import type { ClientConfig } from 'pg';
import type { Settings } from '../config.ts';
import { createPool, usualLimits } from '../db/pool.ts';
import { StartError } from '../start-error.ts';
import { endSessions, listHolders, listKeys, makeLink } from './access.ts';
import { checkData } from './check-data.ts';
import { explainSlow } from './explain-slow.ts';

const usage = `Say what to do:
  npm run admin -- people                who can enter, in which role, with how many sessions
  npm run admin -- keys                  who else holds access: keys of machines, sign-in services, links
  npm run admin -- end-sessions          everybody is signed out
  npm run admin -- link <email>          a link for a new password, valid for an hour; makes an account admin if
                                         nobody has that address
  npm run admin -- check                 looks for data that contradicts itself, and for missing files
  npm run admin -- slow [<minutes>]      which statements took the time, of the last hour or so many minutes`;

export interface Operator {
  readonly pool: Pool;
  readonly settings: Settings;
}

/** An action gets the word after its name. */
type Action = (operator: Operator, word: string | undefined) => Promise<string>;

const actions: Readonly<
  Record<string, { readonly run: Action; readonly word: 'none' | 'needed' | 'optional' }>
> = {
  people: { run: listHolders, word: 'none' },
  keys: { run: listKeys, word: 'none' },
  'end-sessions': { run: endSessions, word: 'none' },
  link: { run: makeLink, word: 'needed' },
  check: { run: checkData, word: 'none' },
  slow: { run: explainSlow, word: 'optional' },
};

// Reading every row takes longer than any request may.
const patient = { ...usualLimits, statementTimeoutSeconds: 3600, poolSize: 2 };

/** What only the machine's operator can do, for the day when nobody can sign in or something is wrong. */
export async function runAdmin(
  owner: ClientConfig,
  settings: Settings,
  [name = '', word, ...more]: readonly string[],
): Promise<string> {
  const action = actions[name];
  const fits =
    action !== undefined &&
    more.length === 0 &&
    (action.word === 'optional' || (action.word === 'needed') === (word !== undefined));
  if (!fits) throw new StartError(usage);
  const pool = createPool(owner, patient);
  try {
    return await action.run({ pool, settings }, word);
  } finally {
    await pool.end();
  }
}
