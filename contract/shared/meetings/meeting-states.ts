/**
 * `planned`: as the slot says. `moved`: at another time than the slot says. `extra`: beside the slot. These take place.
 * `canceled` and `day_off` do not.
 */
export const meetingStates = ['planned', 'moved', 'extra', 'canceled', 'day_off'] as const;
export type MeetingState = (typeof meetingStates)[number];

/** Whether a meeting in this state takes place. */
export const takesPlace = (state: MeetingState) => state !== 'canceled' && state !== 'day_off';
