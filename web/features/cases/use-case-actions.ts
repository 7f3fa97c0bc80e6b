import { cases, type CaseOfLine, type CaseOutcome } from '@gurukul/contract/cases';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { casesTexts } from '#web/texts/cases.ts';

const t = casesTexts.done;

/** What an action needs to know of a line. */
export interface Line {
  readonly line: string;
  readonly case: Pick<CaseOfLine, 'version'> | null;
}

/** What can be done with lines of Today. Each promise is rejected with the refusal of the server. */
export function useCaseActions(items: readonly Line[], what: string) {
  const assign = useAction(cases.assign);
  const putOff = useAction(cases.put_off);
  const dismiss = useAction(cases.dismiss);
  const close = useAction(cases.close);
  const reopen = useAction(cases.reopen);
  const note = useAction(cases.add_note);
  const inHand = {
    lines: items.map(({ line }) => line),
    versions: items.map((one) => one.case?.version ?? 0),
  };
  const count = items.length;
  const done = { kind: 'changed', what } as const;
  return {
    isPending: [assign, putOff, dismiss, close, reopen, note].some(({ isPending }) => isPending),
    /** `owner`: null for nobody, absent for the person who asks. */
    async assign(owner: number | null | undefined, due: string | null | undefined) {
      const answer = await assign.run({ ...inHand, owner_id: owner, due_on: due });
      tellDone(answer, t.assigned({ count }), done);
      return answer.data;
    },
    async putOff(until: string) {
      tellDone(await putOff.run({ ...inHand, until }), t.putOff({ count }), done);
    },
    async dismiss(reason: string) {
      tellDone(await dismiss.run({ ...inHand, reason }), t.dismissed({ count }), done);
    },
    async close(outcome: CaseOutcome, reason = '') {
      tellDone(await close.run({ ...inHand, outcome, reason }), t.closed({ count }), done);
    },
    async reopen() {
      tellDone(await reopen.run(inHand), t.reopened({ count }), done);
    },
    async note(text: string, isPrivate: boolean) {
      const [first] = items;
      if (first) tellDone(await note.run({ line: first.line, text, is_private: isPrivate }), t.noted, done);
    },
  };
}
export type CaseActions = ReturnType<typeof useCaseActions>;
