import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Guide, guideAudiences, type GuideNode, guideText, headingId } from '@spacekeeper/contract/help/guides.ts'
import { lexer, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'

const folder = join(import.meta.dirname, '../docs/guide')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

/** The guides by their file, as docs/guide/README.md lists them below a heading for each audience. */
const listed = () =>
  read('README.md')
    .split(/^## /m)
    .slice(1)
    .flatMap((section, at) =>
      [...section.matchAll(/^- \[(?<title>[^\]]+)\]\((?<name>[a-z-]+)\.md\)$/gm)].map(({ groups = {} }) => ({
        name: groups['name'] ?? '',
        title: groups['title'] ?? '',
        audience: guideAudiences[at] ?? 'administrators',
      })),
    )

type Titles = ReadonlyMap<string, string>

const inlineCode = (text: string, titles: Titles): GuideNode => {
  const name = /^(?:docs\/guide\/)?([a-z-]+)\.md$/.exec(text)?.[1] ?? ''
  const title = titles.get(name)
  return title === undefined ? { tag: 'code', children: [text] } : { guide: name, at: '', children: [title] }
}

const link = (href: string, children: GuideNode[]): GuideNode => {
  const { name, at = '' } = /^(?<name>[a-z-]*)(?:\.md)?(?:#(?<at>.*))?$/.exec(href)?.groups ?? {}
  return name === undefined ? { href, children } : { guide: name, at, children }
}

/** Pieces of the portal's own; raw HTML in a guide stays text. */
const nodesOf = (tokens: readonly Token[] | undefined, titles: Titles): GuideNode[] =>
  (tokens ?? []).flatMap((token): GuideNode[] => {
    const inner = () => nodesOf('tokens' in token ? token.tokens : undefined, titles)
    const plain = 'text' in token && typeof token.text === 'string' ? token.text : token.raw
    switch (token.type) {
      case 'space':
      case 'def':
        return []
      case 'paragraph':
        return [{ tag: 'p', children: inner() }]
      case 'heading':
        return [
          { tag: (['h3', 'h3', 'h4'] as const)[token.depth - 1] ?? 'h4', id: headingId(plain), children: inner() },
        ]
      case 'strong':
      case 'em':
      case 'del':
      case 'blockquote':
        return [{ tag: token.type, children: inner() }]
      case 'codespan':
        return [inlineCode(plain, titles)]
      case 'code':
        return [{ tag: 'pre', children: [plain] }]
      case 'link':
        return [link(String(token.href), inner())]
      case 'br':
      case 'hr':
        return [{ tag: token.type }]
      case 'list':
        return [listOf(token as Tokens.List, titles)] // of this type
      case 'table':
        return [tableOf(token as Tokens.Table, titles)] // of this type
      default:
        return 'tokens' in token && token.tokens !== undefined ? inner() : [plain]
    }
  })

const listOf = ({ ordered, items }: Tokens.List, titles: Titles): GuideNode => ({
  tag: ordered ? 'ol' : 'ul',
  children: items.map(({ tokens }) => ({ tag: 'li', children: nodesOf(tokens, titles) })),
})

const tableOf = ({ header, rows }: Tokens.Table, titles: Titles): GuideNode => {
  const row = (tag: 'th' | 'td', cells: readonly Tokens.TableCell[]): GuideNode => ({
    tag: 'tr',
    // An empty head is no head, which readers of screens would announce.
    children: cells.map(({ tokens, text }) => ({ tag: text === '' ? 'td' : tag, children: nodesOf(tokens, titles) })),
  })
  return {
    tag: 'table',
    children: [
      { tag: 'thead', children: [row('th', header)] },
      { tag: 'tbody', children: rows.map((cells) => row('td', cells)) },
    ],
  }
}

/** Every guide as data, so that no browser reads Markdown and no page takes HTML. */
export const readGuides = (): Guide[] => {
  const all = listed()
  const titles = new Map(all.map(({ name, title }) => [name, title]))
  return all.map(({ name, audience }) => {
    const [heading, ...rest] = lexer(read(`${name}.md`))
    if (heading?.type !== 'heading') throw new Error(`docs/guide/${name}.md does not begin with its title.`)
    return { name, title: nodesOf([heading], titles).map(guideText).join(''), audience, body: nodesOf(rest, titles) }
  })
}

const known = 'virtual:guides'

/** All guides in one file, which the pages of help alone load. */
export const guides = (): Plugin => ({
  name: 'guides',
  resolveId: (id) => (id === known ? `\0${known}` : null),
  load: (id) => (id === `\0${known}` ? `export const guides = ${JSON.stringify(readGuides())}` : null),
})
