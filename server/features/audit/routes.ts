import type { audit } from '@gurukul/contract/audit';
import type { Handlers } from '#server/http/handlers.ts';
import { readRetention } from '../privacy/retention.ts';
import { readBin, readTimeline } from './timeline.ts';
import type { Trail } from './trail.ts';
import { undoChange } from './undo.ts';

export const auditHandlers = (trail: Trail): Handlers<typeof audit> => ({
  async get_timeline({ person_id, course_id, class_id, note_id, side, before }, { db, person }) {
    const asked = {
      personId: person_id,
      courseId: course_id,
      classId: class_id,
      noteId: note_id,
      side,
      before,
    };
    const page = await readTimeline({ db, trail, person }, asked);
    return { status: 200, message: 'success', ...page, ends_after: (await readRetention(db)).history };
  },

  async get_bin({ search, noun, before }, { db, person }) {
    const page = await readBin({ db, trail, person }, { search: search ?? '', noun: noun ?? '', before });
    return { status: 200, message: 'success', ...page };
  },

  async undo_change({ change_id, tell }, ctx) {
    return {
      status: 200,
      message: 'success',
      data: { change_id, ...(await undoChange(ctx, trail, change_id, { tell })) },
    };
  },
});
