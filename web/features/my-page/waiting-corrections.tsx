import { myPage } from '@gurukul/contract/my-page';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import type { Path } from '#web/paths.ts';
import { myPageTexts } from '#web/texts/my-page.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { AppLink } from '#web/ui/link.tsx';

const t = myPageTexts;

/** Above the list of students: whose corrections wait for the office. Nothing when none do. */
export function WaitingCorrections({ addressOf }: { addressOf: (student: number) => Path }) {
  const found = useQuery(query(myPage.get_corrections, {}));
  const rows = found.data?.data ?? [];
  if (rows.length === 0) return null;
  const students = new Map(rows.map(({ user_id, fullname }) => [user_id, fullname]));
  return (
    <Notice title={t.waiting({ count: rows.length })}>
      <p>
        {[...students].map(([id, name], index) => (
          <span key={id} dir="auto">
            {index === 0 ? '' : ', '}
            <AppLink href={`${addressOf(id)}${stringifySearch({ tab: 'my-page' })}`}>{name}</AppLink>
          </span>
        ))}
      </p>
    </Notice>
  );
}
