import type { HomepageCard } from '@spacekeeper/contract/homepage-card.ts'
import { settings } from '@spacekeeper/contract/index.ts'
import { cardIconOf } from '../../home/card-icons.ts'

export type CardLeads = 'nowhere' | 'out' | 'page' | 'several'

/** A card as it is edited: every field there is, whichever the card leads to. */
export type DraftCard = {
  title: string
  description: string
  icon: string
  leads: CardLeads
  url: string
  page: string
  links: { url: string; btn_text: string }[]
}

const leadsOf = (card: HomepageCard): CardLeads => {
  if (card.url) return 'out'
  if (card.routerLink) return 'page'
  return card.links && card.links.length > 0 ? 'several' : 'nowhere'
}

export const cardDraftOf = (card: HomepageCard | undefined): DraftCard => ({
  title: card?.title ?? '',
  description: card?.description ?? '',
  icon: card?.icon ?? cardIconOf().stored,
  leads: card ? leadsOf(card) : 'out',
  url: card?.url ?? '',
  page: card?.routerLink?.name ?? '',
  links: card?.links ?? [{ url: '', btn_text: '' }],
})

/** The card that a draft stands for: only what it leads to is kept. Existing clients read a button's words, too. */
export const cardOf = (draft: DraftCard, openWord: string): HomepageCard => ({
  title: draft.title.trim(),
  description: draft.description.trim(),
  icon: draft.icon,
  ...(draft.leads === 'out' && { url: draft.url.trim(), btn_text: openWord }),
  ...(draft.leads === 'page' && { routerLink: { name: draft.page }, btn_text: openWord }),
  ...(draft.leads === 'several' && { links: draft.links }),
})

/** What is wrong with which field, in the words of the setting's schema; empty when the card can be saved. */
export const cardProblems = (card: HomepageCard): Record<string, string> => {
  const issues = settings.HOME_PAGE_CARDS.schema.safeParse([card]).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.slice(1).join('.'), message]))
}
