/** Name and purpose of each page still to come, by its address. */
const pages = {
  '/Account Admin Dashboard': {
    title: 'Account Admin Dashboard',
    purpose: 'Totals and charts of all courses, students and teachers.',
  },
  '/Course Admin Dashboard': {
    title: 'Course Admin Dashboard',
    purpose: 'Totals and charts of your courses, students and teachers.',
  },
  '/Teacher Dashboard': {
    title: 'Teacher Dashboard',
    purpose: 'Totals and charts of your classes and students.',
  },
  '/events': { title: 'Events List', purpose: 'Plan events, publish them and follow their registrations.' },
} as const;

export const notBuilt = {
  heading: 'Not built yet',
  lead: 'Not built yet: this page is planned and not there yet.',
  already: 'What already works for you',
  pages,
} as const;
