// On its own: two pages are led back to.
/** The session in an address, where Stripe’s page leads back to it. */
export const readSession = ({ session }: Record<string, unknown>): { session?: string } =>
  typeof session === 'string' && session !== '' ? { session } : {}
