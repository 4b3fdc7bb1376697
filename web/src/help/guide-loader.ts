// On its own: the pages load it late, so that guides and words come in one file which no other page needs.
import { guides } from 'virtual:guides'
import { addTexts } from '#platform/i18n/i18n.ts'
import { helpText } from './text.ts'

/** All guides, once the words of their pages are there. */
export const listGuides = () => {
  addTexts({ help: helpText })
  return guides
}
