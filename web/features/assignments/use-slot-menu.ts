import type { ClassRow } from '@gurukul/contract/classes';
import { formatWeekdayTime } from '#web/lib/format/format.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import type { MenuSection } from '#web/ui/menu/late-menu.tsx';
import type { Task } from '../classes/class-form.ts';
import { useClassDeletion } from '../classes/use-class-deletion.ts';
import { useClassTeacher } from './use-class-teacher.ts';

const t = classPageTexts.actions;

const timeOf = ({ slot_time }: ClassRow) => formatWeekdayTime(slot_time);

interface SlotDeeds {
  readonly open: (task: Exclude<Task, { kind: 'create' }>) => void;
  readonly onDeleted: (slot: ClassRow) => void;
  /** What stands beside one more timing. */
  readonly more?: MenuSection['items'];
}

/** What is done with the weekly slots of a class. What removes something asks by its name. */
export function useSlotMenu(
  slots: readonly ClassRow[],
  { open, onDeleted, more = [] }: SlotDeeds,
): MenuSection[] {
  const deletion = useClassDeletion();
  const { takeOff } = useClassTeacher();
  const [first] = slots;
  if (!first) return [];
  const remove = async (slot: ClassRow) => {
    if (await deletion.remove(slot, t.deleteSlot({ time: timeOf(slot) }))) onDeleted(slot);
  };
  const ofSlot = (slot: ClassRow): MenuSection => {
    const time = timeOf(slot);
    const edit = {
      id: `edit-${slot.id}`,
      label: slots.length > 1 ? t.editSlot({ time }) : t.edit,
      onChoose: () => open({ kind: 'edit', slot }),
    };
    const off = slot.teacher && t.takeOff({ teacher: slot.teacher.fullname, time });
    return {
      id: String(slot.id),
      items: [
        edit,
        ...(off
          ? [{ id: `off-${slot.id}`, label: off, isRed: true, onChoose: () => void takeOff(slot, off) }]
          : []),
        {
          id: `delete-${slot.id}`,
          label: t.deleteSlot({ time }),
          isRed: true,
          onChoose: () => void remove(slot),
        },
      ],
    };
  };
  const add = { id: 'add', label: t.addSlot, onChoose: () => open({ kind: 'addSlot', slot: first }) };
  return [{ id: 'add', items: [add, ...more] }, ...slots.map(ofSlot)];
}
