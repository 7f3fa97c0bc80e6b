import { placing, type WireWish } from '@gurukul/contract/placing';
import { offeredZones } from '@gurukul/contract/shared/offered-zones';
import { Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { refusalOf, refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { fresh, useFresh } from '#web/calls/use-fresh.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { useBeginning, useKeptForm } from '#web/layout/use-kept-form.ts';
import { spokenChoices } from '#web/lib/format/spoken-languages.ts';
import { placingTexts } from '#web/texts/placing.ts';
import { Fault } from '#web/ui/feedback/notice.tsx';
import { SavedMeanwhile } from '#web/ui/form/saved-meanwhile.tsx';
import { FoldedPanel } from '#web/ui/folded-panel.tsx';
import { WeekGrid } from './week-grid.tsx';

const t = placingTexts.panel;

interface Place {
  readonly course_id: number | null;
  readonly course_name: string | null;
  readonly wish: WireWish | null;
  readonly version: string;
}

function hoursSaid(wish: WireWish | null): string {
  if (wish === null) return t.notAsked;
  return wish.hours.length === 0 ? t.empty : placingTexts.hours({ count: wish.hours.length });
}

/** Under which ticked hours are kept while the session has ended. */
const draftKeyOf = (studentId: number, courseId: number | null) => `wish ${studentId} ${courseId}`;

interface WishFormProps {
  studentId: number;
  name: string;
  place: Place;
  /** Their clock now. */
  zone: string;
  onReload: () => Promise<unknown>;
}

function WishForm({ studentId, name, place, zone, onReload }: WishFormProps) {
  const { course_id, wish, version } = place;
  const [initial] = useState<WireWish>(() => wish ?? { zone, hours: [], languages: [] });
  const key = draftKeyOf(studentId, course_id);
  const form = useForm<WireWish>({ initialValues: useBeginning(key, initial) });
  useKeptForm(form, key, initial, { title: t.discardTitle, text: t.discard });
  const [isOvertaken, setOvertaken] = useState(false);
  const [refusal, setRefusal] = useState('');
  const save = useAction(placing.save_wish);
  const { hours, languages } = form.values;

  const submit = async (values: WireWish, seen: string | undefined) => {
    setRefusal('');
    setOvertaken(false);
    try {
      const answer = await save.run({ user_id: studentId, course_id, ...values, version: seen });
      tellDone(answer, t.saved({ name }), { kind: 'changed', what: name });
      form.resetDirty();
      await onReload();
    } catch (error) {
      if (refusedWith(error, 'conflict')) setOvertaken(true);
      else setRefusal(refusalOf(error));
    }
  };

  const [language = ''] = languages;
  return (
    <form noValidate onSubmit={form.onSubmit((values) => void submit(values, version))}>
      <Stack>
        {refusal ? <Fault>{refusal}</Fault> : null}
        {isOvertaken ? (
          <SavedMeanwhile onLoad={onReload} onKeep={() => submit(form.getValues(), undefined)} />
        ) : null}
        {wish !== null && wish.zone !== zone ? (
          <Text>{t.otherClock({ zone: wish.zone, own: zone })}</Text>
        ) : null}
        <NativeSelect label={t.zone} data={offeredZones} {...form.getInputProps('zone')} />
        <WeekGrid hours={hours} onChange={(next) => form.setFieldValue('hours', next)} />
        <LanguageTicks
          languages={languages}
          recorded={language}
          onChange={(next) => form.setFieldValue('languages', next)}
        />
        <Button type="submit" variant="default" loading={save.isPending} style={{ alignSelf: 'start' }}>
          {t.save}
        </Button>
      </Stack>
    </form>
  );
}

interface LanguageTicksProps {
  languages: readonly string[];
  recorded: string;
  onChange: (languages: string[]) => void;
}

const LanguageTicks = ({ languages, recorded, onChange }: LanguageTicksProps) => (
  <Checkbox.Group label={t.languages} value={[...languages]} onChange={onChange}>
    <Group>
      {spokenChoices(recorded).map(({ value, label }) => (
        <Checkbox key={value} value={value} label={label} />
      ))}
    </Group>
  </Checkbox.Group>
);

/** When a student can come: the office writes it down, for a course or for all of them. */
export function WishPanel({ studentId, name }: { studentId: number; name: string }) {
  const read = useQuery({
    ...query(placing.get_wishes, { id: studentId }),
    ...fresh,
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const { found, round, reload } = useFresh(read);
  if (!found) return null;
  const { wishes, zone } = found;
  const keyOf = ({ course_id: id }: Place) => String(id ?? '');
  // A course that has a wish, or the newest one, else all of them.
  const first =
    wishes.find(({ course_id: id, wish }) => id !== null && wish !== null) ?? wishes[1] ?? wishes[0]!;
  const place = wishes.find((each) => keyOf(each) === chosen) ?? first;
  return (
    <FoldedPanel
      title={t.title}
      said={hoursSaid(place.wish)}
      draftKey={draftKeyOf(studentId, place.course_id)}
    >
      <Stack>
        <Text>{t.lead}</Text>
        {wishes.length > 1 ? (
          <NativeSelect
            label={t.of}
            data={wishes.map((each) => ({ value: keyOf(each), label: each.course_name ?? t.all }))}
            value={keyOf(place)}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
        ) : null}
        <WishForm
          key={`${keyOf(place)} ${round}`}
          studentId={studentId}
          name={name}
          place={place}
          zone={zone}
          onReload={reload}
        />
      </Stack>
    </FoldedPanel>
  );
}
