/** How people show who they are. */
export const passkeys = {
  proof: {
    title: 'Is it still you?',
    why: 'This changes or shows much, so please show again who you are. The portal then does it, and asks no more for five minutes.',
    password: 'Your password',
    missing: 'Please enter your password',
    go: 'Go on',
    busy: 'Checking…',
    cancel: 'Cancel',
  },
};
