/** What names a student: an address, or the number of one who has none. */
export const lookUpOf = (email: string, student: number | string) =>
  email === '' ? { email_id: '', user_id: Number(student) } : { email_id: email };
