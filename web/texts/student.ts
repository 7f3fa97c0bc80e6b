import { student as english } from './en/student.ts';
import { pick } from './catalogue.ts';

export const studentTexts = pick('student', english);
