import { erasureFates, privacy, type MentionGroup } from '@gurukul/contract/privacy';
import { List, Text } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useChecked } from '#web/calls/use-checked.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { privacyTexts } from '#web/texts/privacy.ts';
import { CheckedDialog } from '#web/ui/feedback/checked-dialog.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { choicesOf, Mentions, type MentionChoices } from './mentions.tsx';

const t = privacyTexts;

interface EraseDialogProps {
  id: number;
  name: string;
  isOpen: boolean;
  onClose: () => void;
  onErased: () => void;
}

/** Says what goes and what stays, and erases exactly that. */
export function EraseDialog({ id, name, isOpen, onClose, onErased }: EraseDialogProps) {
  const erasing = useAction(privacy.erase_person, { leavesPage: true });
  const check = useChecked(query(privacy.erase_person, { user_id: id, preview: true }), isOpen);
  const search = useQuery({
    ...query(privacy.find_mentions, { user_id: id }),
    enabled: isOpen,
    gcTime: 0,
  });
  const [chosen, setChosen] = useState<MentionChoices>({});
  const erase = () =>
    check.carryOut(async ({ digest }) => {
      await erasing.run({ user_id: id, digest, choices: choicesOf(chosen) });
      toast.success(t.erased({ name }));
      onErased();
    });
  return (
    <CheckedDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.erasing({ name })}
      check={check}
      checkingLabel={t.checking}
      submitLabel={t.eraseForGood}
      color="red"
      isReady={check.plan !== undefined}
      isPending={erasing.isPending}
      onSubmit={erase}
    >
      {({ lines, guardians, leaves }) => (
        <>
          {erasureFates.map((fate) => {
            const ofFate = lines.filter((line) => line.fate === fate);
            return ofFate.length === 0 ? null : (
              <div key={fate}>
                <Text fw={600}>{t.fates[fate]}</Text>
                <List size="sm">
                  {ofFate.map(({ group, count }) => (
                    <List.Item key={group}>
                      {t.groups[group]}: {formatNumber(count)}
                    </List.Item>
                  ))}
                </List>
              </div>
            );
          })}
          {guardians.length > 0 ? (
            <Text size="sm">
              {t.guardians({ names: guardians.map(({ fullname }) => fullname).join(', ') })}
            </Text>
          ) : null}
          {leaves.courses + leaves.slots > 0 ? (
            <Text size="sm">
              {t.leaves({ courses: formatNumber(leaves.courses), slots: formatNumber(leaves.slots) })}
            </Text>
          ) : null}
          <FoundTexts search={search} chosen={chosen} onChoose={setChosen} />
          <Text size="sm">{t.final}</Text>
        </>
      )}
    </CheckedDialog>
  );
}

interface FoundTextsProps {
  search: UseQueryResult<{ data: { groups: readonly MentionGroup[]; is_more: boolean } }>;
  chosen: MentionChoices;
  onChoose: (chosen: MentionChoices) => void;
}

/** What would still name them. The erasure does not wait for it: what is not decided here waits in Settings. */
function FoundTexts({ search, chosen, onChoose }: FoundTextsProps) {
  if (search.isError) return <Text size="sm">{t.mentions.notSearched}</Text>;
  if (!search.data) return <output>{t.mentions.searching}</output>;
  const { groups, is_more: isMore } = search.data.data;
  if (groups.length === 0) return <Text size="sm">{t.mentions.none}</Text>;
  return (
    <section aria-label={t.mentions.title}>
      <Text fw={600}>{t.mentions.title}</Text>
      <Text size="sm" mb="sm">
        {t.mentions.hint}
      </Text>
      <Mentions groups={groups} chosen={chosen} onChoose={onChoose} />
      {isMore ? (
        <Text size="sm" mt="xs">
          {t.mentions.isMore}
        </Text>
      ) : null}
    </section>
  );
}
