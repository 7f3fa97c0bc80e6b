import type { certificates, FinishRule } from '@gurukul/contract/certificates';
import { nameOfProvider } from '@gurukul/contract/provider';
import { progressOf } from '#server/db/progress.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { refuseUnexpected } from '#server/http/answers/problem.ts';
import { scope } from '#server/http/identity/scope.ts';
import { checked } from '#server/http/requests/checked.ts';
import { readSettings } from '#server/provider/settings.ts';
import { dayIn } from '../receipts/rules.ts';
import { spelled } from '../receipts/spelled.ts';
import { drawAll, drawStudies } from './draw.ts';
import {
  carryOutFinish,
  certificateOf,
  countsOf,
  finishRowOf,
  listFinish,
  listOfStudent,
  lockFinish,
  planFinish,
  readRule,
  saveRule,
  shownBy,
} from './finish.ts';
import { issueCertificates } from './issue.ts';
import { certificateRowOf, listOfCourse, listOfPerson, readValid, revokeCertificate } from './queries.ts';
import { sampleCertificate } from './sample.ts';

const pdfOf = (file_name: string, pdf: Uint8Array) => ({
  file_name,
  media_type: 'application/pdf',
  bytes: (async function* stream() {
    yield pdf;
  })(),
});

const printed = ({ attendance, homework, portions }: FinishRule) =>
  [attendance ?? '-', homework ?? '-', portions].join('/');

export const certificatesHandlers: Handlers<typeof certificates> = {
  async get_progress({ student_id: id }, { db, person }) {
    await scope(db, person).student(id);
    const studies = await listOfStudent(db, person, id);
    const data = studies.map((one) => ({
      ...progressOf(one),
      course_id: one.course_id,
      course_name: one.course_name,
      class_name: one.class_name,
      certificate: certificateOf(person, one),
    }));
    return { status: 200, message: 'success', data };
  },

  async get_finish({ course_id, show = 'all', search = '', page, pageSize }, { db, person }) {
    const { course_name } = await scope(db, person).course(course_id);
    const about = await readRule(db, course_id);
    const rows = (await listFinish(db, person, course_id)).map((one) => finishRowOf(person, one));
    const found = shownBy(show, rows).filter(({ fullname }) =>
      fullname.toLowerCase().includes(search.toLowerCase()),
    );
    return {
      status: 200,
      message: 'success',
      data: found.slice((page - 1) * pageSize, page * pageSize),
      total_count: found.length,
      counts: countsOf(rows),
      course_name,
      ...about,
      can: { finish: person.role !== 'teacher' },
    };
  },

  async set_finish_rule({ course_id, expected, ...rule }, { db, person }) {
    await scope(db, person).course(course_id);
    await lockFinish(db, course_id);
    if (expected !== undefined)
      refuseUnexpected(printed(expected), printed((await readRule(db, course_id)).rule));
    await saveRule(db, course_id, rule);
    return { status: 200, message: 'success' };
  },

  async finish(
    { course_id, students, registration_status: status, preview = false, digest },
    { db, person },
  ) {
    await scope(db, person).course(course_id);
    const plan = () => planFinish(db, person, course_id, { students: students ?? null, status });
    if (preview) return { status: 200, message: 'success', data: (await plan()).shown };
    const { time_zone } = await readSettings(db);
    return checked({
      turn: () => lockFinish(db, course_id),
      plan,
      preview: ({ shown }) => shown,
      seen: digest,
      async carryOut({ shown, changing }) {
        await carryOutFinish(db, changing, { status, day: dayIn(time_zone, new Date()) });
        return { status: 200, message: 'success', data: shown };
      },
    });
  },

  async issue({ course_id, students, language = 'en', spelled: spellings }, { db, person }) {
    await scope(db, person).course(course_id);
    const wishes = { students, language, spelled: spellings };
    const data = await issueCertificates(db, person, course_id, wishes);
    return { status: 200, message: 'success', data };
  },

  async revoke({ certificate_id, reason }, { db, person, config }) {
    const revoked = await revokeCertificate(db, person, certificate_id, reason);
    return { status: 200, message: 'success', data: certificateRowOf(config, revoked) };
  },

  async get_certificates(asked, { db, person, config }) {
    if ('course_id' in asked) await scope(db, person).course(asked.course_id);
    else await scope(db, person).student(asked.user_id);
    const found = await ('course_id' in asked
      ? listOfCourse(db, person, asked.course_id)
      : listOfPerson(db, person, asked.user_id));
    return { status: 200, message: 'success', data: found.map((one) => certificateRowOf(config, one)) };
  },

  async download({ certificate_ids }, { db, person, config, files, provider }) {
    const found = await readValid(db, person, certificate_ids);
    const pdf = await drawAll({ config, files, provider: await provider.read() }, found);
    const [only] = found;
    const name =
      found.length === 1 && only ? `certificate-${only.number.replaceAll('/', '-')}` : 'certificates';
    return pdfOf(`${name}.pdf`, pdf);
  },

  async download_transcript(
    { user_id, language = 'en', spelled: spellings },
    { db, person, files, provider },
  ) {
    const { fullname } = await scope(db, person).student(user_id);
    const studies = await listOfStudent(db, person, user_id);
    const whole = await spelled({ name: fullname, studies }, spellings);
    const pdf = await drawStudies({ files, provider: await provider.read() }, { ...whole, language });
    return pdfOf(`transcript-${user_id}.pdf`, pdf);
  },

  async preview({ certificate_layout, signatory, language }, { config, files, provider }) {
    const settings = await provider.read();
    const sample = sampleCertificate(language, {
      layout: certificate_layout,
      signatory,
      signature: settings.signature,
      provider_name: nameOfProvider(settings),
      on_day: dayIn(settings.time_zone, new Date()),
    });
    const pdf = await drawAll({ config, files, provider: settings }, [await spelled(sample)]);
    return pdfOf('certificate-preview.pdf', pdf);
  },
};
