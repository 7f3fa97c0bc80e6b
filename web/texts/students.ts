import { students as english } from './en/students.ts';
import { pick } from './catalogue.ts';

export const studentsTexts = pick('students', english);
