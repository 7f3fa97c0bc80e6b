/**
 * The email address of the person who ticked Remember Me in this browser. The sign-in itself is a cookie that no
 * script can read; it lasts as long as this.
 */
const key = 'remembered';
const days = 5;

export const remembered = {
  /** '' if nobody is remembered. */
  get email(): string {
    const [until = '', email = ''] = (localStorage.getItem(key) ?? '').split(' ');
    return Number(until) > Date.now() ? email : '';
  },
  keep(email: string) {
    localStorage.setItem(key, `${Date.now() + days * 86_400_000} ${email}`);
  },
  forget() {
    localStorage.removeItem(key);
  },
};
