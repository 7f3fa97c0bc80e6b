/** What a class was taught in a meeting: a whole week of the curriculum, a part of one, or something else. */
export const taughtHow = ['whole', 'part', 'other'] as const;
