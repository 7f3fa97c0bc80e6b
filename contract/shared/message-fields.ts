/**
 * What may stand in a message as `{name}`. It is filled in for each reader when the message is sent: in their language
 * and on their clock.
 */
export const messageFields = [
  'name',
  'class',
  'course',
  'teacher',
  'times',
  'old times',
  'next meeting',
  'join',
  'balance',
  'rolls',
] as const;
export type MessageField = (typeof messageFields)[number];

export const isMessageField = (name: string): name is MessageField =>
  messageFields.some((one) => one === name);
