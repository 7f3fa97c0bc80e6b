import { toast } from '#web/ui/feedback/toast.tsx';
import { isMailKept } from './client.ts';

/** Tells that a mail is on its way. Without a mail server none is: `action` has told where it waits. */
export function tellSent(answer: unknown, text: string) {
  if (!isMailKept(answer)) toast.success(text);
}
