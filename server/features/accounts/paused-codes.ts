import type { Db } from '../../db/pool.ts';
import { isRaised, raised } from '../../http/limits/counters.ts';

export const pauseFlag = 'codes-paused';

/** SQL condition: no codes go out until an admin releases them. */
export const codesPaused = raised(pauseFlag);

export const areCodesPaused = (db: Db): Promise<boolean> => isRaised(db, pauseFlag);
