import { expect, test } from 'vitest';
import { fitsOf } from './skeleton.ts';

test.each([
  ['లక్ష్మి శర్మ', 'Lakshmi Sharma', 'same'],
  ['Мария Иванова', 'Maria Ivanova', 'same'],
  ['Γιώργος Παπαδόπουλος', 'Papadopoulos, Giorgos', 'same'],
  ['முருகன் சந்திரன்', 'Murugan Chandran', 'same'],
  ['محمد علي', 'Mohammed Ali', 'same'],
  ['محمد', 'Mohammed Ali', 'part'],
  ['محمد علي', 'Ahmed Omar', null],
  ['லதா சந்திரன்', 'Murugan Raman', null],
])('%s and %s', (one, other, fits) => {
  const all = fitsOf(one, other).filter((each) => each !== null);
  expect(all).toEqual(fits === null ? [] : [fits]);
});
