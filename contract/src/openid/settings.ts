import { z } from 'zod'
import { guarded, type Setting } from '../setting.ts'

const hostName = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i

/** Host names with spaces between them, without ports. */
export const hostsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '')

const VikunjaTeams = z.array(
  z.object({
    name: z.string().min(1).max(100),
    oidcID: z.string().min(1).max(100),
    description: z.string().max(500).optional(),
    isPublic: z.boolean().optional(),
  }),
)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The teams in a text such as `[{"name": "Members", "oidcID": "members"}]`; null where it is none. */
export const vikunjaTeamsIn = (text: string): z.infer<typeof VikunjaTeams> | null =>
  text.trim() === '' ? [] : (VikunjaTeams.safeParse(parsed(text)).data ?? null)

export const openidSettings = {
  OPENID_KEY_DAYS: guarded(
    'features',
    'New key for logins to other sites, in days',
    z.number().int('A number of whole days.').min(30, 'At least 30 days.').max(730),
    180,
    'After so many days the portal signs with a new key. Sites learn of it by themselves.',
  ),
  OPENID_PRIVATE_HOSTS: guarded(
    'features',
    'Sites on the network of the space',
    z
      .string()
      .max(1000)
      .refine((text) => hostsIn(text).every((host) => hostName.test(host)), 'Names such as wiki.lan 10.0.0.5.'),
    '',
    'Names or addresses of sites whose private address the portal may call to log members out there, such as wiki.lan. Several have a space between them.',
  ),
  VIKUNJA_TEAMS: guarded(
    'features',
    'Teams in Vikunja',
    z
      .string()
      .max(4000)
      .refine((text) => vikunjaTeamsIn(text) !== null, 'A list such as [{"name": "Members", "oidcID": "members"}].'),
    '',
    'Active members who log in to Vikunja with their account here join these teams. A list such as [{"name": "Members", "oidcID": "members"}].',
  ),
} satisfies Record<string, Setting>
