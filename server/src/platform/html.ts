const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Writes text so that HTML and XML show it as it is, also within the quotes of an attribute. */
export const escapeMarkup = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** Markup that may stand in a page as it is. */
export type Markup = { readonly markup: string }

/** Text is escaped, markup is not, a list is written one after another, and nothing leaves nothing. */
type MarkupPiece = string | Markup | readonly MarkupPiece[] | undefined

const write = (piece: MarkupPiece): string => {
  if (piece === undefined) return ''
  if (typeof piece === 'string') return escapeMarkup(piece)
  return 'markup' in piece ? piece.markup : piece.map(write).join('')
}

/** Lines of a template are for those who read the code; between tags they would be text. */
const joined = (part: string) =>
  part.replaceAll(/(?<=^|>)\s*\n\s*|\s*\n\s*(?=[<>]|$)/g, '').replaceAll(/\s*\n\s*/g, ' ')

/** Markup from a template: html`<p>${text}</p>` escapes the text. */
export const html = (parts: TemplateStringsArray, ...pieces: readonly MarkupPiece[]): Markup => ({
  markup: parts.map((part, at) => joined(part) + write(pieces[at])).join(''),
})
