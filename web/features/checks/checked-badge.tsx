import type { ChecksOf } from '@gurukul/contract/people';
import { formatDate } from '#web/lib/format/format.ts';
import { checksTexts } from '#web/texts/checks.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';

const t = checksTexts;

/** Whether somebody may teach children, and until when. */
export function CheckedBadge({ of }: { of: Pick<ChecksOf, 'is_checked' | 'checked_until'> }) {
  if (!of.is_checked) return <StatusBadge tone="bad">{t.unchecked}</StatusBadge>;
  return (
    <StatusBadge tone="good">
      {of.checked_until === null ? t.checkedAlways : t.checked({ day: formatDate(of.checked_until) })}
    </StatusBadge>
  );
}
