import type { PortalRole } from './roles.ts';

/**
 * How far a role reaches with a call. `any`: every row of the provider. `own`: rows of the course admin's own courses,
 * or of the teacher's own classes. `self`: the signed-in person's own account or rows.
 */
export const reaches = ['any', 'own', 'self'] as const;
export type Reach = (typeof reaches)[number];
/** A role that is absent gets a 403. */
export type Reaches = Readonly<Partial<Record<PortalRole, Reach>>>;

const admin = { admin: 'any' } as const;
const office = { admin: 'any', courseadmin: 'own' } as const;
const everybody = { admin: 'any', courseadmin: 'own', teacher: 'own' } as const;

/** The actions of people, by area: what the page Role Reach lists. Each says for all of its calls who may make them. */
export const actions = {
  'students.seeAll': admin,
  'students.see': everybody,
  'students.notes': everybody,
  'students.setPayment': office,
  'students.myPage': office,
  'students.change': office,
  'students.import': office,
  'students.delete': admin,
  'students.merge': admin,
  'students.privacy': admin,
  'courses.seeAll': admin,
  'courses.edit': office,
  'courses.types': { admin: 'any', courseadmin: 'any' },
  'courses.plan': office,
  'courses.daysOff': office,
  'courses.finish': office,
  'teaching.see': everybody,
  'teaching.roll': everybody,
  'teaching.meetings': everybody,
  'teaching.cases': everybody,
  'teaching.cover': everybody,
  'teaching.hours': { admin: 'any', courseadmin: 'own', teacher: 'self' },
  'teaching.takeCover': { teacher: 'self' },
  'teaching.homework': { admin: 'any', teacher: 'own' },
  'teaching.answers': everybody,
  'teaching.tests': everybody,
  'payments.seeAll': admin,
  'payments.record': office,
  'payments.ledger': office,
  'payments.upload': office,
  'payments.receipts': office,
  'payments.statements': admin,
  'payments.settle': admin,
  'events.manage': office,
  'events.mails': office,
  'events.write': everybody,
  'events.consents': office,
  'events.texts': { admin: 'any', courseadmin: 'any' },
  'colleagues.invite': office,
  'colleagues.directory': { admin: 'any', courseadmin: 'any' },
  'colleagues.courseAdmin': { admin: 'any', courseadmin: 'self' },
  'colleagues.teacher': { admin: 'any', courseadmin: 'own', teacher: 'self' },
  'colleagues.seeChecks': office,
  'colleagues.checks': admin,
  'colleagues.change': admin,
  'colleagues.delete': admin,
  'colleagues.access': admin,
  'colleagues.log': admin,
  'portal.settings': admin,
  'portal.history': office,
  'portal.undo': everybody,
  'portal.askSecond': { admin: 'any', courseadmin: 'self', teacher: 'self' },
  'portal.views': { admin: 'any', courseadmin: 'self', teacher: 'self' },
  'portal.reports': { admin: 'any', courseadmin: 'self', teacher: 'self' },
  'account.profile': { admin: 'self', courseadmin: 'self', teacher: 'self' },
  'account.factors': { admin: 'self', courseadmin: 'self', teacher: 'self' },
  'account.devices': { admin: 'any', courseadmin: 'self', teacher: 'self' },
  'account.notifications': { admin: 'self', courseadmin: 'self', teacher: 'self' },
  'account.secondRole': { courseadmin: 'self', teacher: 'self' },
  'account.calendar': { teacher: 'self' },
} as const satisfies Readonly<Record<`${string}.${string}`, Reaches>>;
export type ActionName = keyof typeof actions;
