import { myPage as english } from './en/my-page.ts';
import { pick } from './catalogue.ts';

export const myPageTexts = pick('myPage', english);
