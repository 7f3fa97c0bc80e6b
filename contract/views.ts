import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { answer, done, id, requiredLine } from './shared/fields.ts';
import { can, wireId } from './shared/wire.ts';

/** In characters. */
export const viewNameMax = 60;
/** Of one list: those of a person, and those of the office. */
export const viewsMax = 30;
/** Of all lists, by one person. */
export const viewsOfPersonMax = 300;

/** What the address of a list may name. */
export const namedThings = ['course', 'class', 'teacher', 'event'] as const;
export type NamedThing = (typeof namedThings)[number];

/** A name for what a list shows, with the filters, columns and order of its address. */
export const viewRow = z.object({
  view_id: wireId,
  name: z.string(),
  /** The part of the address behind `?`. */
  address: z.string(),
  /** False: only its author sees it. */
  for_office: z.boolean(),
  author: z.string(),
  /** What the address names and the caller cannot see: it is deleted, or in nobody's reach but others'. */
  gone: z.array(z.enum(namedThings)),
  can: can('change'),
});
export type ViewRow = z.infer<typeof viewRow>;

/** The path of the page, and the prefix of a second table there. */
const list = requiredLine(200);

export const views = {
  list_views: call(
    'POST /views/list_views',
    {
      summary: "The saved views of a list: the caller's own, and those of the office for the caller's role",
      action: 'portal.views',
      additive: true,
    },
    z.object({ list }),
    answer({ data: z.array(viewRow) }),
  ),
  save_view: call(
    'POST /views/save_view',
    {
      summary: 'Save a view by name, also over an older one; one of the office by its author or an admin',
      action: 'portal.views',
      mainRole: 'for_office',
      changes: true,
      undo: 'changed',
      additive: true,
      unbinned: true,
    },
    z.object({
      list,
      name: requiredLine(viewNameMax),
      /** Several filters at their longest, as the portal encodes them. */
      address: z
        .string()
        .max(6000)
        .regex(/^[\w.~*%+=&-]*$/),
      for_office: z.boolean(),
    }),
    answer({ data: z.object({ view_id: wireId }) }),
  ),
  delete_view: call(
    'POST /views/delete_view',
    {
      summary: 'Delete a view: its author, and for one of the office also an admin',
      action: 'portal.views',
      changes: true,
      undo: 'removed',
      additive: true,
    },
    z.object({ view_id: id }),
    done,
  ),
};
