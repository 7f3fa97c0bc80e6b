// How long do proposals take for 2,000 people without a class and 150 classes, on 13 clocks, with the groups of those
// who fit into none? `node lab/bench/placing.ts`, in some seconds. Fails when the slowest of all takes a second.
import { groupsOf, propose } from '../../server/features/placing/propose.ts';
import { placesIn } from '../../server/features/staff/places.ts';
import { makeUp } from '../../server/test/unplaced-people.ts';
import { median, ms } from './figures.ts';
import { recorder } from './results.ts';
import { sections } from './sections.ts';

const size = { people: 2_000, classes: 150 };
const goalMs = 1_000;

const record = recorder(sections.placing);
const times = Array.from({ length: 20 }, (_, at) => {
  const { people, classes, rooms } = makeUp(at + 1, size);
  const begun = performance.now();
  const verdicts = propose(people, classes, placesIn(rooms));
  const left = people.filter(({ id }) => !('classId' in verdicts.get(id)!));
  groupsOf(left, () => ({ zone: 'Asia/Kolkata', span: classes[0]!.span }));
  return performance.now() - begun;
});
const slowest = Math.max(...times);
record({
  Rows: `${size.people} people, ${size.classes} classes, 13 clocks, 20 schools`,
  Figures: `median ${ms(median(times))}, the first one ${ms(times[0]!)}, the slowest ${ms(slowest)}`,
});
if (slowest >= goalMs) process.exitCode = 1;
