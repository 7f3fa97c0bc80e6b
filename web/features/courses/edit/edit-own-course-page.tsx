import { courses } from '@gurukul/contract/courses';
import { useMemo, useState } from 'react';
import { ApiError, refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useDraft, useKeepDraft, useLeaveGuard } from '#web/layout/use-leave-guard.ts';
import { useNavigate } from '#web/lib/address/navigate.ts';
import { paths, to, type IdsOf } from '#web/paths.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { texts } from '#web/texts/texts.ts';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { EditBasics } from './basics.tsx';
import { aboutOf, countEmptyRows, isChanged, requestOf } from './changes.ts';
import { ConflictQuestion, RoundNotice } from './conflict.tsx';
import { EditCurriculum } from './curriculum.tsx';
import { findFaults } from './faults.ts';
import { EditGlimpses } from './glimpses.tsx';
import { EditLoader, type LoadedCourse } from './loader.tsx';
import classes from './edit-own-course-page.module.css';
import { EditPrices } from './prices.tsx';
import { useRounds, type Mine, type Round } from './round.ts';
import { CourseSections, Section } from './sections.tsx';
import { EditingContext, FaultsContext, type Faults } from './store.ts';
import { EditTexts } from './texts.tsx';
import { Cancel } from '#web/ui/feedback/dialog-foot.tsx';

const t = coursesTexts.edit;

const noFaults: Faults = {};

/** The server's reason, with what it found wrong in the fields. */
function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return texts.errors.wentWrong;
  return [error.message, ...new Set(Object.values(error.problems))].join('. ');
}

/** Saving one round: what is wrong, whether it is under way, and why it was refused. */
function useSaving(round: Round) {
  const navigate = useNavigate();
  const update = useAction(courses.edit_course_by_courseadmin);
  const [isSaving, setSaving] = useState(false);
  const [faults, setFaults] = useState(noFaults);
  const [refusal, setRefusal] = useState('');
  const [inConflict, setConflict] = useState<Round | null>(null);

  const send = async () => {
    const about = aboutOf(round.loaded);
    setSaving(true);
    setRefusal('');
    setConflict(null);
    try {
      await round.store.uploaded();
      const draft = round.store.get();
      const leftEmpty = countEmptyRows(draft);
      await update.run(requestOf(round.base, draft, about));
      toast.success(t.doneByCourseAdmin);
      if (leftEmpty > 0) toast.info(t.emptyLeftOut({ count: leftEmpty }));
      await navigate({ to: to(paths.singleCourse, about.course_id), ignoreBlocker: true });
    } catch (error) {
      toast.error(texts.errors.wentWrong);
      if (refusedWith(error, 'conflict')) setConflict(round);
      else setRefusal(reasonOf(error));
    } finally {
      setSaving(false);
    }
  };

  const save = () => {
    const found = findFaults(round.base, round.store.get());
    const [first] = Object.values(found);
    setFaults(found);
    if (first === undefined) void send();
    else toast.warning(first);
  };

  return { save, isSaving, faults, refusal, isInConflict: inConflict === round };
}

const draftKeyOf = ({ data }: LoadedCourse) => `course whole ${data.course.id}`;

function EditForm({ first }: { first: LoadedCourse }) {
  const rounds = useRounds(first, useDraft<Mine>(draftKeyOf(first)));
  const { round } = rounds;
  const { save, isSaving, faults, refusal, isInConflict } = useSaving(round);
  const isDirty = () => round.aside !== null || isChanged(round.base, round.store.get());
  useKeepDraft(draftKeyOf(first), () => (isDirty() ? rounds.mine() : null));
  useLeaveGuard(isDirty, { title: t.leaveTitle, text: t.leave });
  const { loaded, store, number } = round;
  const courseId = loaded.data.course.id;
  const isLocked = loaded.flag;
  const editing = useMemo(() => ({ store, courseId, isLocked }), [store, courseId, isLocked]);

  return (
    <div className={classes.page}>
      <CourseSections />
      <FormShell
        onSubmit={save}
        submitLabel={t.submit}
        busyLabel={texts.busy.addCourse}
        isPending={isSaving}
        isLong
        error={refusal}
        actions={<Cancel href={to(paths.singleCourse, courseId)} />}
      >
        {isInConflict ? <ConflictQuestion rounds={rounds} /> : null}
        <RoundNotice key={`notice ${number}`} rounds={rounds} />
        <EditingContext value={editing}>
          <FaultsContext value={faults}>
            <div key={number} className={classes.sections}>
              <Section id="basics">
                <EditBasics loaded={loaded} />
              </Section>
              <Section id="texts">
                <EditTexts />
              </Section>
              <Section id="prices" lead={t.pricesLead}>
                <EditPrices />
              </Section>
              <Section id="glimpses">
                <EditGlimpses />
              </Section>
              <Section id="curriculum" lead={t.curriculumLead}>
                <EditCurriculum />
              </Section>
            </div>
          </FaultsContext>
        </EditingContext>
      </FormShell>
    </div>
  );
}

/** The course admin's form: the whole course. */
export function EditOwnCoursePage({ id }: IdsOf<'edit'>) {
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <EditLoader courseId={id}>{(loaded) => <EditForm first={loaded} />}</EditLoader>
    </>
  );
}
