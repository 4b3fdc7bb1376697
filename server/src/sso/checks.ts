import { sitesIn } from '@spacekeeper/contract/sso/words.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'

/** Whether members can log in to a Discourse forum; null where there is none. */
export const judgeForum = (facts: { isOn: boolean; hasSecret: boolean; sites: string }): HealthFinding | null => {
  if (!facts.isOn) return null
  const sites = sitesIn(facts.sites) ?? []
  if (!facts.hasSecret || sites.length === 0)
    return {
      state: 'wrong',
      says: 'Members can’t log in to Discourse: the secret or the address of the forum is missing.',
      todo: 'Enter both in the settings, or turn the login to Discourse off.',
      to: '/manage/settings#ENABLE_DISCOURSE_SSO_PROTOCOL',
    }
  return { state: 'well', says: `Members can log in to ${sites.join(' and ')}.` }
}

export const ssoChecks: HealthCheck[] = [
  {
    name: 'sso.forum',
    area: 'site',
    title: 'Login to Discourse',
    pace: 'now',
    find: async ({ settings }) => {
      const all = await settings.all()
      return judgeForum({
        isOn: all.ENABLE_DISCOURSE_SSO_PROTOCOL,
        hasSecret: all.DISCOURSE_SSO_PROTOCOL_SECRET_KEY !== '',
        sites: all.DISCOURSE_SSO_SITES,
      })
    },
  },
]
