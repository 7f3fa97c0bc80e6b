import { students, type StudentProfile } from '@gurukul/contract/students';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { countryName } from '#web/lib/format/country-names.ts';
import { studentTexts } from '#web/texts/student.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { SelectButton } from '#web/ui/form/select-button.tsx';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';

const t = studentTexts.region;

const load = async () => (await import('./region-select.tsx')).RegionSelect;

/** Saves the chosen country at once; it goes back when the server refuses. */
export function StudentRegion({ student }: { student: StudentProfile }) {
  const update = useAction(students.update_region);
  const [optimistic, setOptimistic] = useState<string | null>(null);
  const { part: RegionSelect, prepare, want } = useOnFirstUse(load);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { region } = student;
  const shown = optimistic ?? region;

  const close = () => {
    flushSync(() => setOpen(false));
    button.current?.focus();
  };
  const save = async (next: string | null) => {
    close();
    if (next === null || next === region || optimistic !== null) return;
    setOptimistic(next);
    try {
      const answer = await update.run({ user_id: student.id, region: next }, region);
      tellDone(answer, t.done({ region: countryName(next) }), { kind: 'changed', what: student.fullname });
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setOptimistic(null);
    }
  };

  if (isOpen && RegionSelect) {
    return <RegionSelect region={shown} onChoose={(next) => void save(next)} onClose={close} />;
  }
  return (
    <SelectButton
      ref={button}
      label={t.label}
      shown={shown ? countryName(shown) : t.placeholder}
      isBusy={optimistic !== null}
      onPrepare={prepare}
      onPress={() => void want().then(setOpen)}
    />
  );
}
