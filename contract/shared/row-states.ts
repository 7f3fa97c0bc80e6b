/** How a child row (price, glimpse, topic, speaker) is meant in an edit. */
export const rowStates = ['ADD', 'EDIT', 'REMOVE'] as const;
export type RowState = (typeof rowStates)[number];
