import { attendance } from './en/attendance.ts';
import { classes } from './en/classes.ts';
import { courses } from './en/courses.ts';
import { notBuilt } from './en/not-built.ts';
import { shell } from './en/shell.ts';
import { students } from './en/students.ts';
import { ui } from './en/ui.ts';

/** Everything the portal says in English. Texts that the office knows are kept letter by letter. */
export const en = {
  product: 'Gurukul',
  errors: {
    wentWrong: 'Something went wrong',
    unreachable: 'The portal cannot be reached. Check the connection and try again.',
  },
  busy: {
    addCourse: 'Please wait..',
    invite: 'Please Wait...',
  },
  uploads: {
    profileImage: 'error',
    topicOrGlimpse: 'error,re-try',
    otherImage: 'Something went wrong',
  },
  login: {
    title: 'Login',
    welcome: 'Welcome back',
    lead: 'Sign in to look after your courses, classes and students.',
    email: 'Email',
    password: 'Password',
    role: 'Role',
    roles: { none: 'None', courseadmin: 'Course Admin', teacher: 'Teacher' },
    forgotPassword: 'Forgot Password',
    signIn: 'Sign in',
    signUp: 'Sign up',
    newHere: 'Invited and new here?',
    mailNotValid: 'Mail is not valid',
    passwordRequired: 'Password is required',
    noAccess: 'No Access for you',
    invalidCredentials: 'Invalid credentials',
    reasons: {
      ended: 'Your session has ended. Please sign in again.',
      elsewhere: 'You signed out in another tab.',
    },
  },
  shell,
  ui,
  notBuilt,
  courses,
  classes,
  students,
  attendance,
} as const;
