import { hasWordStarts, wordsOf } from '@spacekeeper/contract/fold-text.ts'
import { type Guide, type GuideNode, guideText } from '@spacekeeper/contract/help/guides.ts'

/** A part of a guide below one of its headings; the first part has none. */
type GuidePart = { id: string; heading: string; texts: string[] }

export type FoundGuide = {
  guide: Guide
  /** Where in it the words stand: a part, and the beginning of the paragraph. Null where the title has them. */
  at: { id: string; heading: string; text: string } | null
}

const isHeading = (node: GuideNode) => typeof node !== 'string' && 'tag' in node && /^h[34]$/.test(node.tag)
const idOf = (node: GuideNode) => (typeof node !== 'string' && 'tag' in node ? (node.id ?? '') : '')

const partsOf = ({ body }: Guide): GuidePart[] => {
  const parts: GuidePart[] = [{ id: '', heading: '', texts: [] }]
  for (const node of body) {
    if (isHeading(node)) parts.push({ id: idOf(node), heading: guideText(node), texts: [] })
    else parts.at(-1)?.texts.push(guideText(node))
  }
  return parts
}

/** Longer pieces are cut where they are shown. */
const shownLetters = 180

const cut = (text: string) => (text.length <= shownLetters ? text : `${text.slice(0, shownLetters).trimEnd()}…`)

const findPart = (guide: Guide, typed: string): FoundGuide['at'] | undefined => {
  for (const { id, heading, texts } of partsOf(guide)) {
    const text = texts.find((piece) => hasWordStarts(`${heading} ${piece}`, typed))
    if (text !== undefined) return { id, heading, text: cut(text) }
  }
  // The words stand in it, though in no piece together.
  return hasWordStarts(guide.body.map(guideText).join(' '), typed) ? null : undefined
}

/** The guides that have every typed word: those with all of them in their title first, then in one piece. */
export const searchGuides = (guides: readonly Guide[], typed: string): FoundGuide[] => {
  if (wordsOf(typed).length === 0) return guides.map((guide) => ({ guide, at: null }))
  const titled = guides.filter(({ title }) => hasWordStarts(title, typed))
  const others = guides.flatMap((guide): FoundGuide[] => {
    const at = titled.includes(guide) ? undefined : findPart(guide, typed)
    return at === undefined ? [] : [{ guide, at }]
  })
  const [together, scattered] = [others.filter(({ at }) => at !== null), others.filter(({ at }) => at === null)]
  return [...titled.map((guide) => ({ guide, at: null })), ...together, ...scattered]
}
