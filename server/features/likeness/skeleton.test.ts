import { expect, test } from 'vitest';
import { skeletonName } from './skeleton.ts';

test.each([
  ['Lakshmi', 'Laxmi', 'Laxmee', 'Lakṣmī', 'లక్ష్మి', 'लक्ष्मी'],
  ['Krishna', 'Krushna', 'Krishnaa', 'Kṛṣṇa', 'కృష్ణ', 'कृष्ण'],
  ['Sita', 'Seetha', 'Sītā', 'Seeta', 'సీత', 'सीता'],
  ['Srinivas', 'Shrinivasa', 'Sreenivas', 'Śrīnivāsa', 'శ్రీనివాస', 'श्रीनिवास'],
  ['Shankar', 'Sankara', 'Samkara', 'Śaṅkara', 'శంకర', 'शंकर'],
  ['Murthy', 'Murti', 'Moorthy', 'Mūrti', 'మూర్తి', 'मूर्ति'],
  ['Venkatesh', 'Venkatesa', 'Wenkatesh', 'Veṅkaṭeśa', 'వెంకటేశ', 'वेंकटेश'],
  ['Jyothi', 'Jyoti', 'జ్యోతి', 'ज्योति'],
  ['Chaudhary', 'Chowdary', 'Choudhari', 'चौधरी'],
  ['Ramaiah', 'Ramayya', 'Ramaia'],
  ['Subrahmanyam', 'Subramaniam', 'సుబ్రహ్మణ్యం'],
  ['Vishwanath', 'Viswanadh', 'విశ్వనాథ'],
  ['Gyaneshwar', 'Jnaneswar', 'Gnaneshwar'],
  ['Reddy', 'Reddi', 'Redi', 'రెడ్డి'],
  ['Lakshmi Reddy', 'Reddi, Laxmi', 'రెడ్డి లక్ష్మి'],
])('%s and its spellings have one skeleton', (...spellings) => {
  const skeletons = spellings.map((spelling) => skeletonName(spelling).sorted);
  expect(new Set(skeletons)).toEqual(new Set([skeletons[0]]));
});

test.each([
  ['Rama', 'Ravi'],
  ['Sita', 'Gita'],
  ['Lakshmi', 'Lakshman'],
  ['Anand', 'Ananya'],
  ['Suresh', 'Sirish'],
  ['Radha', 'Ratna'],
])('%s is not %s', (one, other) => {
  expect(skeletonName(one).sorted).not.toBe(skeletonName(other).sorted);
});
