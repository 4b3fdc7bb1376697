import { codeKeepingStrings } from './source.ts'
import { isTest, isTesting, sources, type Check } from './tree.ts'

const page = /createFileRoute\('(?<path>[^']+)'\)/
const onlyMembers = /\bmemberOnly: true\b/

/** In an email an address begins with that of the site; in a notice on a phone it is a path. */
const link = /(?:\burl\}|\bpath: ['`])(?<path>\/[\w/-]*[\w])/g

/**
 * Emails and notices lead to no page that is for active members: a membership may end before they are read, and some
 * who get them have none.
 */
export const openMailLinks: Check = (tree) => {
  const closed = new Set(
    sources(tree)
      .filter(([path, text]) => path.startsWith('web/') && onlyMembers.test(text))
      .flatMap(([, text]) => page.exec(text)?.groups?.['path'] ?? []),
  )
  return sources(tree).flatMap(([path, text]) => {
    if (!path.startsWith('server/src/') || isTest(path) || isTesting(path)) return []
    return [...codeKeepingStrings(text).matchAll(link)].flatMap(({ groups }) => {
      const found = groups?.['path'] ?? ''
      return closed.has(found) ? [`${path}: links to ${found}, which is for active members; name a page for all`] : []
    })
  })
}
