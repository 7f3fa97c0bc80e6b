/** Whether single letters do something, on this device. Who speaks to the computer, or hits keys by chance, turns them off. */
const key = 'letter-keys';

export const letterKeys = {
  get isOn(): boolean {
    return localStorage.getItem(key) !== 'off';
  },
  set isOn(isOn: boolean) {
    if (isOn) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  },
};
