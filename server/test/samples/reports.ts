import type { Objects } from '#server/test/planted-school.ts';
import { inputOf } from './sample.ts';
import type { Asker, Sample, SamplesOf } from './sample.ts';

const attendanceReport = (o: Objects, word: string) => ({
  name: `Report ${word}`,
  rhythm: 'weekly',
  report: { list: 'attendance', course_id: o.course, class_id: o.class },
});

/** A schedule of the caller's, and a stranger's. */
const withReport: Omit<Sample, 'input'> = {
  extra: async ({ ask, word }, { own, far }) => {
    const added = async (by: Asker) =>
      (await ask('reports.add_report', attendanceReport(by === 'self' ? own : far, word), by)).body.data
        .report_id;
    return { own: await added('self'), far: await added('stranger'), missing: 999_999 };
  },
};

export const reports: SamplesOf<'reports'> = {
  'reports.add_report': inputOf(
    (o, { word, role }) => ({
      ...attendanceReport(o, word),
      also_to: [role === 'teacher' ? o.courseadmin : o.teacher],
    }),
    { instead: { teacher: 409, courseadmin: 409 } },
  ),
  'reports.get_receivers': inputOf((o, { word }) => attendanceReport(o, word).report),
  'reports.pause_report': inputOf((_, { extra }) => ({ report_id: extra, is_paused: true }), withReport),
  'reports.delete_report': inputOf((_, { extra }) => ({ report_id: extra }), withReport),
  'reports.send_report': inputOf((_, { extra }) => ({ report_id: extra }), withReport),
};
