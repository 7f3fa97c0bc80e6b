import type { Objects } from '#server/test/planted-school.ts';
import { inputOf, period } from './sample.ts';
import type { SamplesOf } from './sample.ts';

/** Each of the staff exports the attendance of a class. */
const askedExport = (o: Objects, word: string) => ({
  call: 'attendance.export_report',
  input: { ...period(o), format: 'csv' },
  reason: `For the auditor, ${word}`,
});

export const approvals: SamplesOf<'approvals'> = {
  'approvals.ask_deed': inputOf((o, { word }) => askedExport(o, word)),
  'approvals.decide_deed': inputOf((_, { extra: id }) => ({ id, approve: true }), {
    extra: async ({ ask, word }) => {
      const ofList = (search: string) => ({
        call: 'students.export_students',
        input: { format: 'csv', search },
        reason: `For the auditor, ${search}`,
      });
      const asked = async (name: string) =>
        (await ask('approvals.ask_deed', ofList(`${word}${name}`), 'courseadmin')).body.data.id;
      return { own: await asked('one'), far: await asked('other'), missing: 999_999 };
    },
  }),
  'approvals.stop_by_link': inputOf((_, { word }) => ({ secret: `d1_${word}` })),
};
