import { createHash } from 'node:crypto'
import { contrast } from '@spacekeeper/contract/colours.ts'
import type { Settings } from '@spacekeeper/contract/index.ts'
import type { Standing } from '@spacekeeper/contract/members/shapes.ts'
import { localDay } from '#platform/local-day.ts'
import { longDay } from '#platform/long-day.ts'

/** The words of the digital ID for how a member stands. */
const standingWords: Record<Standing, string> = {
  active: 'Active member',
  noob: 'New, not a member yet',
  inactive: 'Inactive member',
  suspended: 'Suspended',
  accountonly: 'Account without membership',
}

/** The member a pass is of; without one it was removed, or the account is closed. */
export type PassHolder = { memberId: number; name: string; standing: Standing; memberSince: Date | null }

export type PassFacts = {
  serial: string
  holder: PassHolder | null
  validUntil: Date
  /** The page that checks it, which its QR code opens. */
  codeUrl: string
}

export type PassSite = Pick<
  Settings,
  | 'SITE_NAME'
  | 'SITE_OWNER'
  | 'SITE_LOGO'
  | 'SITE_FAVICON'
  | 'THEME_TOOLBAR'
  | 'SITE_TIME_ZONE'
  | 'SITE_LOCALE_CURRENCY'
>

type PassLine = { key: string; label: string; value: string }

/** What a pass shows, in whichever wallet. */
export type PassLook = {
  siteName: string
  owner: string
  background: string
  ink: string
  name: string
  standing: PassLine
  /** Nothing of a member who is gone. */
  lines: PassLine[]
  /** Only an active member has a pass that counts. Any other is kept, greyed out, until they are active again. */
  isValid: boolean
}

const inks = ['#ffffff', '#000000'] as const

/** The one of black and white that is easier to read on a colour. */
const inkOn = (background: string): string =>
  contrast(background, inks[0]) >= contrast(background, inks[1]) ? inks[0] : inks[1]

const linesOf = ({ memberId, memberSince }: PassHolder, site: PassSite): PassLine[] => [
  ...(memberSince
    ? [
        {
          key: 'since',
          label: 'Member since',
          value: longDay(localDay(memberSince, site.SITE_TIME_ZONE), site.SITE_LOCALE_CURRENCY),
        },
      ]
    : []),
  { key: 'number', label: 'Member number', value: String(memberId) },
]

export const lookOf = (holder: PassHolder | null, site: PassSite): PassLook => ({
  siteName: site.SITE_NAME,
  owner: site.SITE_OWNER,
  background: site.THEME_TOOLBAR,
  ink: inkOn(site.THEME_TOOLBAR),
  name: holder?.name ?? 'No longer valid',
  standing: { key: 'standing', label: 'State', value: holder ? standingWords[holder.standing] : 'Removed' },
  lines: holder ? linesOf(holder, site) : [],
  isValid: holder?.standing === 'active',
})

/** Another one whenever this version draws passes in another way, so that those out there are drawn anew. */
const drawing = 1

/** What passes show of the site, as a hash: another one has every pass drawn anew. */
export const markOfSite = (site: PassSite, siteUrl: string): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        drawing,
        siteUrl,
        site.SITE_NAME,
        site.SITE_OWNER,
        site.SITE_LOGO,
        site.SITE_FAVICON,
        site.THEME_TOOLBAR,
        site.SITE_TIME_ZONE,
        site.SITE_LOCALE_CURRENCY,
      ]),
    )
    .digest('hex')
    .slice(0, 16)
