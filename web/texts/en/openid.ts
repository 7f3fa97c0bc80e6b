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
};
