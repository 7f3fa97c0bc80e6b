import { said } from '@gurukul/contract/shared/words/messages';
import { type enquiries, mappingChanges } from '@gurukul/contract/enquiries';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { refuseOlder } from '#server/http/requests/version.ts';
import {
  deleteMappings,
  holdMappings,
  insertMappings,
  insertType,
  listMappings,
  listTypes,
  updateMappings,
} from './queries.ts';

const success = { status: 200, message: 'success' } as const;

export const enquiriesHandlers: Handlers<typeof enquiries> = {
  async get_types(_input, { db }) {
    return { ...success, data: { data: await listTypes(db) } };
  },

  async get_mappings(_input, { db }) {
    return { ...success, data: { data: await listMappings(db) } };
  },

  async add_type({ course_type_name }, { db }) {
    await insertType(db, course_type_name);
    return success;
  },

  /** All or nothing. A mapping that somebody else deleted meanwhile may be deleted again, but not edited. */
  async submit(changes, { db }) {
    const added = changes.filter((change) => change.flag === mappingChanges.new);
    const edited = changes.filter((change) => change.flag === mappingChanges.edited);
    const deleted = changes.filter((change) => change.flag === mappingChanges.deleted);
    const touched = [...edited, ...deleted].map((change) => change.course_type_mapp_id);
    if (new Set(touched).size !== touched.length) {
      throw fail('bad_input', { details: { course_type_mapp_id: said('mapping_twice') } });
    }
    const versions = await holdMappings(db, touched);
    for (const { course_type_mapp_id: id, version } of [...edited, ...deleted]) {
      if (versions.has(id)) refuseOlder(version, versions.get(id));
    }
    const mappingOf = (change: (typeof added)[number] | (typeof edited)[number]) => ({
      typeId: change.course_type_id,
      email: change.email_id,
    });
    const changed = await updateMappings(
      db,
      edited.map((change) => ({ id: change.course_type_mapp_id, ...mappingOf(change) })),
    );
    const written = await insertMappings(db, added.map(mappingOf));
    if (changed !== edited.length || written !== added.length) throw fail('not_found');
    await deleteMappings(
      db,
      deleted.map((change) => change.course_type_mapp_id),
    );
    return success;
  },
};
