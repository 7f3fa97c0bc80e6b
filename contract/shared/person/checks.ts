/** What happens when somebody without a valid check is given a class of children. */
export const childrenRules = ['off', 'warn', 'refuse'] as const;
export type ChildrenRule = (typeof childrenRules)[number];

/** How far somebody is on the way to teaching, in order. */
export const volunteerStages = ['asked', 'applied', 'in_training', 'sits_in', 'approved'] as const;
export type VolunteerStage = (typeof volunteerStages)[number];

export const longestKind = 60;
export const longestNumber = 60;
export const mostChecks = 20;
/** In days: so long before its end a check stands in Today, and its person is reminded. */
export const checkEndsSoon = 60;
