import { expect, test } from 'vitest';
import { tokensOf } from './name-words.ts';
import { skeletonOf } from './sound.ts';

const skeleton = (name: string) => tokensOf(name).map(skeletonOf).toSorted().join(' ');

test.each([
  ['Lakshmi', 'Laxmi', 'Laxmee', 'Lakṣmī', 'లక్ష్మి', 'लक्ष्मी'],
  ['Krishna', 'Krushna', 'Krishnaa', 'Kṛṣṇa', 'కృష్ణ', 'कृष्ण'],
  ['Sita', 'Seetha', 'Sītā', 'Seeta', 'సీత', 'सीता'],
  ['Srinivas', 'Shrinivasa', 'Sreenivas', 'Śrīnivāsa', 'శ్రీనివాస', 'श्रीनिवास'],
  ['Shankar', 'Sankara', 'Śaṅkara', 'శంకర', 'शंकर'],
  ['Murthy', 'Murti', 'Moorthy', 'Mūrti', 'మూర్తి', 'मूर्ति'],
  ['Venkatesh', 'Venkatesa', 'Wenkatesh', 'Veṅkaṭeśa', 'వెంకటేశ', 'वेंकटेश'],
  ['Jyothi', 'Jyoti', 'జ్యోతి', 'ज्योति'],
  ['Chaudhary', 'Chowdary', 'Choudhari', 'चौधरी'],
  ['Ramaiah', 'Ramayya', 'Ramaia'],
  ['Subrahmanyam', 'Subramaniam', 'సుబ్రహ్మణ్యం'],
  ['Vishwanath', 'Viswanadh', 'విశ్వనాథ'],
  ['Gyaneshwar', 'Jnaneswar', 'Gnaneshwar'],
  ['Reddy', 'Reddi', 'Redi', 'రెడ్డి'],
  ['Lakshmi Reddy', 'Reddi, Laxmi', 'Smt. Lakshmi Reddy garu', 'రెడ్డి లక్ష్మి', 'శ్రీమతి లక్ష్మి రెడ్డి గారు'],
  ['Venkata Rao', 'Sri Venkata Rao', 'వెంకట రావు', 'ವೆಂಕಟ ರಾವ್', 'वेंकट राव'],
  ['Jagadish', 'Jagdish', 'Jagadeesh', 'జగదీశ్', 'जगदीश', 'જગદીશ', 'জগদীশ'],
  ['Ramdas', 'Ramadas', 'Ramadasa', 'రామదాస్', 'रामदास'],
  ['Narayan', 'Narayana', 'Narain', 'నారాయణ', 'नारायण', 'നാരായണ', 'নারায়ণ'],
  ['Lakshmi', 'ಲಕ್ಷ್ಮೀ', 'ലക്ഷ്മി', 'લક્ષ્મી', 'ଲକ୍ଷ୍ମୀ'],
  ['Shrimati', 'Sreemathi', 'শ্রীমতী', 'ശ്രീമതി', 'ಶ್ರೀಮತಿ'],
  ['Gurpreet Singh', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', 'गुरप्रीत सिंघ'],
  ['Sreejith', 'Srijit', 'ശ്രീജിത്ത്'],
  ['Anil', 'അനിൽ', 'অনিল', 'ਅਨਿਲ', 'અનિલ'],
  ['Chopra', 'चोपड़ा'],
  ['Pazhani', 'Palani', 'പഴനി'],
  ['Vamsi', 'Vamshi', 'Vansi', 'వంశీ', 'वंशी'],
  ['Padmavathi', 'Padmavati', 'పద్మావతి', 'पद्मावती', 'ಪದ್ಮಾವತಿ'],
  ['Sarla', 'Sarala', 'सरला', 'సరళ'],
  ['José García', 'Jose Garcia', 'GARCÍA, JOSÉ', 'Dr. (Mrs.) Jose Garcia'],
])('%s and its spellings have one skeleton', (...spellings) => {
  const skeletons = spellings.map(skeleton);
  expect(new Set(skeletons)).toEqual(new Set([skeletons[0]]));
});

test.each([
  ['Rama', 'Ravi'],
  ['Sita', 'Gita'],
  ['Lakshmi', 'Lakshman'],
  ['Anand', 'Ananya'],
  ['Suresh', 'Sirish'],
  ['Radha', 'Ratna'],
  ['Karuna', 'Karna'],
  ['Sri Devi', 'Devi'],
  ['Anita', 'Anjali'],
  ['Rao', 'Ravi'],
  ['Mala', 'Malini'],
  ['Kiran', 'Karan'],
])('%s is not %s', (one, other) => {
  expect(skeleton(one)).not.toBe(skeleton(other));
});
