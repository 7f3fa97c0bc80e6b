import { courses as english } from './en/courses.ts';
import { pick } from './catalogue.ts';

export const coursesTexts = pick('courses', english);
