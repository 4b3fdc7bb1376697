// On its own: every page of the domain brings its words by it.
import { addTexts } from '#platform/i18n/i18n.ts'

/** The words of members' pages and of their card in the profile come with them. */
export const loadOpenidWords = async (): Promise<void> => {
  const { openidText } = await import('./text.ts')
  addTexts({ openid: openidText })
}

/** The words of administrators' pages; the menu names them before. */
export const loadSitesWords = async (): Promise<void> => {
  const [{ sitesText }, { providersStaffText }] = await Promise.all([
    import('./staff-text.ts'),
    import('../auth/providers/staff-text.ts'),
  ])
  addTexts({ openid: sitesText, auth: providersStaffText })
}
