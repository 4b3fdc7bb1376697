// On its own: every kind of login says it in the audit.
import { describeAgent } from '#platform/http/user-agent.ts'

/** A browser and its system in words, as the audit keeps it: a rough device, not the user agent. */
export const describeLoginDevice = ({ userAgent }: { userAgent: string }): { device: string } => {
  const { browser, system } = describeAgent(userAgent)
  return { device: browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'unknown device') }
}
