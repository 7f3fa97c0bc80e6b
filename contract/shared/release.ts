/** The version of the portal. Every package.json has the same; a test compares them. */
export const release = '1.0.0';
