import { homework, type HomeworkRow } from '@gurukul/contract/homework';
import { ApiError } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { homeworkTexts } from '#web/texts/homework.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { bulkResult } from './bulk-result.ts';
import classes from './homework.module.css';
import { askSentence } from './sentence.tsx';
import type { Decision } from './use-decide.ts';

const t = homeworkTexts.many;

/** The server takes no more in one piece. */
const most = 500;

interface BulkBarProps {
  chosen: readonly HomeworkRow[];
  onDone: () => void;
}

/** Decides all ticked homework at once. Homework that somebody else decided meanwhile is named. */
export function BulkBar({ chosen, onDone }: BulkBarProps) {
  const several = useAction(homework.decide_homework);

  const decide = async (status: Decision) => {
    if (several.isPending) return;
    if (chosen.length > most) return toast.warning(t.tooMany({ max: most }));
    const action = status === 'accepted' ? '' : homeworkTexts.reject;
    const comment = await askSentence(t.question[status]({ n: chosen.length }), action);
    if (comment === null) return;
    try {
      const answer = await several.run({ ids: chosen.map(({ id }) => id), status, comment });
      const { data } = answer;
      const told = bulkResult(data, status);
      if (data.decided.length === 0) toast.warning(told);
      else tellDone(answer, told, { kind: 'decided', what: homeworkTexts.title });
      onDone();
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404;
      toast.error(isGone ? t.gone : texts.errors.wentWrong);
    }
  };

  const nothing = chosen.length === 0 ? t.chooseFirst : null;
  return (
    <div className={classes.bar} data-selection-bar data-idle={chosen.length === 0 || undefined}>
      <output className={classes.count}>{t.chosen({ n: chosen.length })}</output>
      <ActionButton
        disabledReason={nothing}
        aria-busy={several.isPending}
        onClick={() => void decide('accepted')}
      >
        {homeworkTexts.accept}
      </ActionButton>
      <ActionButton
        variant="default"
        disabledReason={nothing}
        aria-busy={several.isPending}
        onClick={() => void decide('rejected')}
      >
        {homeworkTexts.reject}
      </ActionButton>
    </div>
  );
}
