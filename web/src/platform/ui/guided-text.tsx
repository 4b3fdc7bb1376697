import { guideMention, headingId } from '@spacekeeper/contract/help/guides.ts'
import { PageLink } from './page-link.tsx'

/** A sentence of the portal in which the guide that it names, by its title, is a link. */
export const GuidedText = ({ text }: { text: string }) => {
  const [mention, before = '', title = ''] = guideMention.exec(text) ?? []
  if (mention === undefined) return text
  const [head = '', ...rest] = text.split(mention)
  return (
    <>
      {head}
      {before} “<PageLink to={`/help/${headingId(title)}`}>{title}</PageLink>”{rest.join(mention)}
    </>
  )
}
