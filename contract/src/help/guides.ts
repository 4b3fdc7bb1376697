/** The readers a guide is written for, in the order of the list. */
export const guideAudiences = ['members', 'volunteers', 'administrators'] as const

export type GuideAudience = (typeof guideAudiences)[number]

/** Inline parts first, then blocks. */
type GuideTag =
  | ('strong' | 'em' | 'del' | 'code' | 'br')
  | ('p' | 'h3' | 'h4' | 'ul' | 'ol' | 'li' | 'pre' | 'blockquote' | 'hr')
  | ('table' | 'thead' | 'tbody' | 'tr' | 'th' | 'td')

/** A piece of a guide as the build reads it off the Markdown: text, an element, or a link to a guide or elsewhere. */
export type GuideNode =
  | string
  | { tag: GuideTag; id?: string; children?: readonly GuideNode[] }
  | { guide: string; at: string; children: readonly GuideNode[] }
  | { href: string; children: readonly GuideNode[] }

export type Guide = {
  /** The name of its file, and in its address. */
  name: string
  title: string
  audience: GuideAudience
  body: readonly GuideNode[]
}

/** A heading as a part of an address: in lower case, with hyphens, as GitHub has it. */
export const headingId = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-')

/** How texts of the portal name a guide, by its title. */
export const guideMention = /(the guide) “([^”]+)”/i

/** The text of a piece, without its form. */
export const guideText = (node: GuideNode): string =>
  typeof node === 'string' ? node : (node.children ?? []).map(guideText).join(inBlock(node) ? ' ' : '')

const inBlock = (node: GuideNode) =>
  typeof node !== 'string' && 'tag' in node && ['ul', 'ol', 'table', 'thead', 'tbody', 'tr'].includes(node.tag)
