// What people choose most, in small letters. Digits and signs around a word, and signs in place of letters, are taken
// off before looking here.
const words = `
  123456 1234567 12345678 123456789 1234567890 abc123 abcd1234 a1b2c3 a1b2c3d4 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
  1qaz@wsx !qaz2wsx 1qaz!qaz zaq12wsx zaq!2wsx qaz qazwsx qazwsxedc zxcv zxcvbn zxcvbnm asdf asdfgh asdfghjkl qwer
  qwert qwerty qwertyu qwertyui qwertyuiop qwerty123 password passwort passw0rd pass passwd pwd secret letmein
  welcome login admin administrator root user guest test tester testing default changeme master access iloveyou
  loveyou love lovely princess dragon monkey football baseball cricket hockey soccer basketball superman batman
  spiderman pokemon starwars sunshine flower shadow whatever trustno freedom computer internet google facebook
  samsung apple android charlie michael jordan jessica ashley nicole daniel andrew thomas robert george maggie
  jennifer hunter ranger killer summer winter spring autumn monday friday sunday january february march april june
  july august september october november december hello helloworld india bharat mumbai delhi hyderabad bangalore
  chennai kolkata ganesh ganesha krishna hanuman lakshmi saraswati shiva rama srirama jaisriram omnamah namaste
  teacher student school college course class office staff company
`;

const common: ReadonlySet<string> = new Set(words.split(/\s+/).filter((word) => word !== ''));

/** Whether this, in small letters, is among the passwords tried first. */
export const isCommon = (text: string): boolean => common.has(text);
