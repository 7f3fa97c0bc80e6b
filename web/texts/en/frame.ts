/** Texts that belong to no feature: errors that any page may meet. */
export const frame = {
  errors: {
    wentWrong: 'Something went wrong',
    changedMeanwhile: (state: string) =>
      `Somebody changed this in the meantime. It is now: ${state}. Nothing was done.`,
    tryAgainAt: (refusal: string, time: string) => `${refusal}: it works again at ${time}`,
    unreachable: 'The portal cannot be reached. Check the connection and try again.',
    httpsNeeded: 'Passwords are safe over https only. Please open the portal by its https address.',
    mainRoleOnly: 'All courses share this. Only account admins and those whose main role it is change it.',
  },
  busy: {
    addCourse: 'Please wait..',
    invite: 'Please Wait...',
  },
  uploads: {
    profileImage: 'error',
    topicOrGlimpse: 'error,re-try',
    otherImage: 'Something went wrong',
  },
} as const;
