import type { TableViews } from '#web/lib/address/table-search.ts';
import { viewsTexts } from '#web/texts/views.ts';
import { toast } from '#web/ui/feedback/toast.tsx';

const t = viewsTexts;

/** Saves the current view on this device. Returns the reason why it cannot be saved; '' when it is. */
export function saveOnDevice(views: TableViews['ofDevice'], name: string): string {
  if (views.isFull && !views.names.some((view) => view.name === name)) return t.full;
  if (!views.save(name)) return t.notKept;
  toast.success(views.isPassing ? t.keptForNow({ name }) : t.kept({ name }));
  return '';
}

/** `label` is the name of the table. */
export function removeFromDevice(views: TableViews['ofDevice'], name: string, label: string) {
  toast.undoable({ text: t.removed({ name }), about: `${label} ${name}`, undo: views.remove(name) });
}
