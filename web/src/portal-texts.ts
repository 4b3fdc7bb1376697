import { homeText } from './home/text.ts'
import { platformPageText } from './platform/i18n/page-text.ts'
import { idText } from './profile/id-text.ts'

/** Words of other screens than the login page that every page needs, by domain. */
export const portalTexts = {
  // The menu names the page; its words come with the visitors'.
  auth: { titleLogout: 'Log out' },
  home: homeText,
  platform: platformPageText,
  profile: idText,
} as const
