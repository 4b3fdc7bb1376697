import type { Settings } from '@spacekeeper/contract/settings.ts'
import type { HomepageCard } from '@spacekeeper/contract/site.ts'
import type { MailCard } from '#platform/mail/mail.ts'

/** In a mail every address is a whole one. */
const absolute = (url: string, siteUrl: string) => (url.startsWith('/') ? `${siteUrl}${url}` : url)

const linksOf = (card: HomepageCard, siteUrl: string): MailCard['links'] => {
  const label = card.btn_text || card.title
  if (card.url) return [{ label, url: absolute(card.url, siteUrl) }]
  // Pages of the portal go by names that only the screens know; its home page leads on.
  if (card.routerLink) return [{ label, url: `${siteUrl}/dashboard` }]
  return (card.links ?? []).map(({ url, btn_text: text }) => ({ label: text, url: absolute(url, siteUrl) }))
}

/** What the site tells new members: its cards for the welcome mail, or else those of the home page. */
export const welcomeCards = (
  settings: Pick<Settings, 'WELCOME_EMAIL_CARDS' | 'HOME_PAGE_CARDS'>,
  siteUrl: string,
): MailCard[] => {
  const { WELCOME_EMAIL_CARDS: own, HOME_PAGE_CARDS: home } = settings
  return (own.length > 0 ? own : home).map((card) => ({
    title: card.title,
    description: card.description,
    links: linksOf(card, siteUrl),
  }))
}
