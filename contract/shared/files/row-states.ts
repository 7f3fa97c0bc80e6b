/** What an edit does with a child row (price, glimpse, topic, speaker). */
export const rowStates = ['ADD', 'EDIT', 'REMOVE'] as const;
export type RowState = (typeof rowStates)[number];
