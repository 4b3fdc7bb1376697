// On its own: two pages load it, and a page exports its route alone.
import type { Guide } from '@spacekeeper/contract/help/guides.ts'
import { addTexts } from '#platform/i18n/i18n.ts'

/** The guides and the words of these pages, which no other page loads. */
export const loadHelp = async (): Promise<readonly Guide[]> => {
  const [{ guides }, { helpText }] = await Promise.all([import('virtual:guides'), import('./text.ts')])
  addTexts({ help: helpText })
  return guides
}
