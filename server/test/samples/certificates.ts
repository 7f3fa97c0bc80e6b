import { nothing } from '#server/test/planted-school.ts';
import type { Objects } from '#server/test/planted-school.ts';
import { checkedInput, inputOf } from './sample.ts';
import type { Asker, Sample, SamplesOf } from './sample.ts';

/** The certificate of the planted student, who has finished. */
const certificate: NonNullable<Sample['extra']> = async ({ ask }, { own, far }) => {
  const issued = async ({ student, course }: Objects, by: Asker): Promise<number> => {
    const finished = { user_id: student, course_id: course, registration_status: 'Completed' };
    await ask('students.update_registration_status', finished, by);
    const { body } = await ask(
      'certificates.issue',
      { course_id: course, students: [{ student_id: student }] },
      by,
    );
    return body.data.certificate_ids[0];
  };
  return { own: await issued(own, 'self'), far: await issued(far, 'stranger'), missing: nothing };
};

const spelled = [{ text: 'มาลี', as: 'Mali' }];

export const certificates: SamplesOf<'certificates'> = {
  'certificates.get_progress': inputOf((o) => ({ student_id: o.student })),
  'certificates.get_finish': inputOf((o) => ({
    course_id: o.course,
    show: 'all',
    search: '',
    page: 1,
    pageSize: 10,
  })),
  'certificates.set_finish_rule': inputOf((o) => ({
    course_id: o.course,
    attendance: 75,
    homework: 2,
    portions: true,
    expected: { attendance: null, homework: null, portions: false },
  })),
  'certificates.finish': checkedInput(
    (o) => ({ course_id: o.course, students: [o.student], registration_status: 'Memorizer' }),
    { instead: { student: 409, all: 404 } },
  ),
  'certificates.issue': inputOf(
    (o) => ({
      course_id: o.course,
      students: [{ student_id: o.student, name: 'Mali' }],
      language: 'te',
      spelled,
    }),
    { mayBeIdle: true, instead: { student: 200 } },
  ),
  'certificates.revoke': inputOf((_, { extra }) => ({ certificate_id: extra, reason: 'Wrong course' }), {
    extra: certificate,
  }),
  'certificates.get_certificates': inputOf((o) => ({ user_id: o.student })),
  'certificates.download': inputOf((_, { extra }) => ({ certificate_ids: [extra] }), { extra: certificate }),
  'certificates.download_transcript': inputOf((o) => ({ user_id: o.student, language: 'hi', spelled })),
  'certificates.preview': inputOf(() => ({
    certificate_layout: 'landscape',
    signatory: 'Swami Rama\nDirector',
    language: 'te',
  })),
};
