import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { answer, done, email, id, idOrNone, listBody, requiredLine } from './shared/fields.ts';
import { printedVersion } from './shared/calls/version.ts';
import { wireId } from './shared/wire.ts';

/** The meaning of a submitted mapping. */
export const mappingChanges = { new: 1, edited: 2, deleted: 3 } as const;
export type MappingChange = (typeof mappingChanges)[keyof typeof mappingChanges];

export const queryType = z.object({ course_type_id: wireId, course_type_name: z.string() });
export type QueryType = z.infer<typeof queryType>;

/** A mailbox that gets the questions of a type. */
export const queryMapping = z.object({
  course_type_mapp_id: wireId,
  course_type_id: wireId,
  email_id: z.string(),
  version: z.string(),
});
export type QueryMapping = z.infer<typeof queryMapping>;

const mappingId = { course_type_mapp_id: id, version: printedVersion };
const target = { course_type_id: id, email_id: email };

const mappingChange = z.discriminatedUnion('flag', [
  z.object({ flag: z.literal(mappingChanges.new), course_type_mapp_id: idOrNone, ...target }),
  z.object({ flag: z.literal(mappingChanges.edited), ...mappingId, ...target }),
  z.object({
    flag: z.literal(mappingChanges.deleted),
    ...mappingId,
    course_type_id: idOrNone,
    email_id: z.string().max(254).nullish(),
  }),
]);

export const enquiries = {
  get_types: call(
    'GET /course_type_admin/get_all_admin_course_types_admin',
    { summary: 'The types of public questions', action: 'portal.settings' },
    z.object({}),
    answer({ data: z.object({ data: z.array(queryType) }) }),
  ),
  get_mappings: call(
    'GET /course_type_admin/get_all_admin_couses_and_emails',
    { summary: 'The mailboxes for each type of question', action: 'portal.settings' },
    z.object({}),
    answer({ data: z.object({ data: z.array(queryMapping) }) }),
  ),
  add_type: call(
    'POST /course_type_admin/add_admin_course_type',
    { summary: 'Add a type of question', action: 'portal.settings', changes: true },
    z.object({ course_type_name: requiredLine(100) }),
    done,
  ),
  submit: call(
    'POST /course_type_admin/admin/course/type/submit',
    {
      summary: 'Save new, edited and deleted mappings together',
      action: 'portal.settings',
      changes: true,
      undo: 'mappings',
    },
    listBody(mappingChange, 5000),
    done,
  ),
};
