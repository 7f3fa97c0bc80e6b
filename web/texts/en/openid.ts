/** Signing in with a service beside the password. */
export const openid = {
  or: 'or',
  with: (service: string) => `Continue with ${service}`,
  leaving: (service: string) => `Going to ${service}…`,
  title: 'Signing in',
  back: (service: string) => `Signing you in with ${service}…`,
  failed: 'The sign-in did not work. Please try again.',
  stillThere: 'You are signed out here. You may still be signed in at the service that you used.',
  signOutThere: 'Sign out there too',
  links: {
    title: 'Opens with',
    titleOf: (name: string) => `What opens the account of ${name}`,
    lead: 'These services sign you in, beside your password. End a link that you do not know, then change your password.',
    leadOf: 'These services sign them in, beside the password.',
    linked: (email: string, moment: string) => `As ${email}, linked ${moment}`,
    end: 'End',
    busy: 'Ending…',
    question: (service: string) =>
      `End the link to ${service}? The next sign-in there with the account’s e-mail address makes it anew.`,
    done: 'The link has ended',
    failed: 'The link could not be ended. Please try again.',
  },
};
