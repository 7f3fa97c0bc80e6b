import { duplicates, type DuplicatePair, type DuplicatePerson } from '@gurukul/contract/duplicates';
import { Badge, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { duplicatesTexts } from '#web/texts/duplicates.ts';
import { EmptyState, FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DataTablePager } from '#web/ui/table/pager.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import { ThingLink } from '#web/ui/thing-link.tsx';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';
import { factsOf, fieldText } from './field-text.ts';
import classes from './duplicates.module.css';

const t = duplicatesTexts;

const loadDialog = async () => (await import('./merge-dialog.tsx')).MergeDialog;

function Person({ person }: { person: DuplicatePerson }) {
  const { user_id: id, fullname, courses } = person;
  return (
    <div>
      <div className={classes.name}>
        <ThingLink to="student" id={id}>
          {fullname}
        </ThingLink>
      </div>
      <Text size="sm" c="dimmed">
        {courses.length === 0 ? t.noCourse : t.inCourses({ courses: courses.join(', ') })}
      </Text>
      <dl className={classes.facts}>
        {factsOf(person).map((field) => (
          <div key={field} style={{ display: 'contents' }}>
            <dt>{t.fields[field]}</dt>
            <dd>{fieldText(person, field)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface PairProps {
  pair: DuplicatePair;
  onMerge: () => void;
  onPrepare: () => void;
}

function Pair({ pair: { one, other, reasons }, onMerge, onPrepare }: PairProps) {
  const judging = useAction(duplicates.not_duplicates);
  const names = t.pair({ one: one.fullname, other: other.fullname });
  const judge = async () => {
    try {
      const answer = await judging.run({ one_id: one.user_id, other_id: other.user_id });
      tellDone(answer, t.differentDone, { kind: 'changed', what: names });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <li className={classes.pair}>
      <ul className={classes.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>
            <Badge variant="light" tt="none">
              {t.reasons[reason]}
            </Badge>
          </li>
        ))}
      </ul>
      <div className={classes.two}>
        <Person person={one} />
        <Person person={other} />
      </div>
      <Group mt="md" gap="sm">
        <Button onClick={onMerge} onPointerEnter={onPrepare} onFocus={onPrepare}>
          {t.merge}
          <VisuallyHidden>{` ${names}`}</VisuallyHidden>
        </Button>
        <Button variant="default" loading={judging.isPending} onClick={() => void judge()}>
          {t.different}
          <VisuallyHidden>{` ${names}`}</VisuallyHidden>
        </Button>
      </Group>
    </li>
  );
}

/** /Duplicates: pairs of students who may be one person, with the reasons. Each is merged or judged. */
export function DuplicatesPage() {
  const view = useTableSearch(pageSizes.access);
  const { page, size: pageSize } = view;
  const list = useQuery({
    ...query(duplicates.get_duplicates, { page, pageSize }),
    placeholderData: keepPreviousData,
  });
  const [pair, setPair] = useState<DuplicatePair | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { part: Dialog, prepare, want } = useOnFirstUse(loadDialog);
  const open = async (next: DuplicatePair) => {
    setPair(next);
    if (await want()) setOpen(true);
  };
  // Of a colleague and a student the account stays.
  const isTurned = pair?.one.main_role === 'student' && pair.other.main_role !== 'student';
  const [kept, merged] = isTurned ? [pair.other, pair.one] : [pair?.one, pair?.other];
  const { data: pairs, total_count: count = 0 } = list.data ?? {};
  // The last pair of a page may be judged.
  const isLoading = useLastPage(view, {
    rows: pairs,
    total: list.data?.total_count,
    isStale: list.isPlaceholderData,
    error: list.error,
  });
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      {isLoading ? <LoadingState /> : null}
      {list.error && !pairs ? <FailedState message={t.failed} onRetry={() => void list.refetch()} /> : null}
      {pairs?.length === 0 && !isLoading ? <EmptyState title={t.none} /> : null}
      {pairs && pairs.length > 0 ? (
        <>
          <ul className={classes.pairs} aria-label={t.list}>
            {pairs.map((each) => (
              <Pair
                key={`${each.one.user_id} ${each.other.user_id}`}
                pair={each}
                onMerge={() => void open(each)}
                onPrepare={prepare}
              />
            ))}
          </ul>
          <DataTablePager label={t.title} view={view} page={page} count={count} />
        </>
      ) : null}
      {Dialog && pair && kept && merged ? (
        <Dialog
          key={`${pair.one.user_id} ${pair.other.user_id}`}
          keepId={kept.user_id}
          mergeId={merged.user_id}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
