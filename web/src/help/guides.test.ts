import { type GuideNode, guideText } from '@spacekeeper/contract/help/guides.ts'
import { settings } from '@spacekeeper/contract/index.ts'
import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { guides } from 'virtual:guides'
import { expect, test } from 'vitest'
import { createQueryClient } from '#platform/api/query-client.ts'
import { platformPageText } from '#platform/i18n/page-text.ts'
import type { MenuGroup, RouteFlags } from '#platform/shell/route-flags.ts'
import { routeTree } from '../routeTree.gen.ts'
import { settingsText } from '../settings/text.ts'

type Words = { [key: string]: string | Words }
/** The words of all screens, whatever their domain. */
const modules = import.meta.glob<Words>('../**/{text,*-text,*-texts,setting-words}.ts', { eager: true })
const saidIn = (words: unknown): string[] =>
  typeof words === 'string' ? [words] : Object.values(Object(words)).flatMap(saidIn)
const said = new Set(saidIn(Object.values(modules)))

const router = createRouter({
  routeTree,
  history: createMemoryHistory(),
  context: { queryClient: createQueryClient() },
})
const pages = Object.values(router.routesById).map(({ fullPath, options }): RouteFlags & { fullPath: string } => ({
  fullPath,
  ...options.staticData,
}))

const textOf = (key: string): string => {
  const [domain = '', name = ''] = key.split(':')
  const texts = Object.values(modules).flatMap((module) => Object.values(module))
  for (const text of texts) {
    const words: unknown = Object(Object(text)[domain])[name]
    if (typeof words === 'string') return words
  }
  return ''
}

const groupTitles: Record<MenuGroup, string> = {
  home: '',
  membership: platformPageText.groupMembership,
  tools: platformPageText.groupTools,
  admin: platformPageText.groupAdmin,
  end: '',
}
const menu = pages.flatMap(({ menu: entry, title }) =>
  entry && title ? [{ group: groupTitles[entry.group], title: textOf(title) }] : [],
)
const menuTitles = new Set(menu.map(({ title }) => title))

const settingGroup = (title: string) => {
  const key = Object.entries(settingsText).find(([name, word]) => name.startsWith('group') && word === title)?.[0]
  return key?.slice('group'.length).toLowerCase()
}
const settingsOf = (group: string) => Object.values(settings).filter((setting) => setting.group === group)
const hasSetting = (group: string, title: string) =>
  settingsOf(group).some((setting) => setting.title === title) || said.has(title)

/** Names of other programs that begin as pages of the portal do. */
const foreign = new Set(['Certificates, Identifiers & Profiles'])

/** Whether the menu leads there; null for words that are not about the menu. */
const isThere = ([first = '', second = '', third]: readonly string[]): boolean | null => {
  if (first === 'Settings') {
    const group = settingGroup(second)
    if (group === undefined) return false
    return third === undefined || hasSetting(group, third)
  }
  if (Object.values(groupTitles).includes(first))
    return menu.some((page) => page.group === first && page.title === second)
  return menuTitles.has(first) ? said.has(second) : null
}

const isEmphasis = (node: GuideNode | undefined) =>
  typeof node === 'object' && 'tag' in node && (node.tag === 'em' || node.tag === 'strong')

/** Words in bold or italics with commas between them are steps one after the other. */
const pathsIn = (nodes: readonly GuideNode[]): string[][] => {
  const paths: string[][] = []
  let isGoingOn = false
  for (const node of nodes) {
    if (isEmphasis(node) && !foreign.has(guideText(node))) {
      const steps = guideText(node).split(', ')
      if (isGoingOn) paths.at(-1)?.push(...steps)
      else paths.push(steps)
      isGoingOn = true
    } else if (node !== ', ') isGoingOn = false
    if (typeof node === 'object') paths.push(...pathsIn(node.children ?? []))
  }
  return paths.filter((steps) => steps.length > 1 && steps[0] !== '')
}

const all = guides.map(({ name, body }) => ({ name, body }))

/** Pages of which a guide says that they are in the menu. */
const namedInMenu = (nodes: readonly GuideNode[]): string[] =>
  nodes.flatMap((node, at) => {
    const next = nodes[at + 1]
    const isNamed = isEmphasis(node) && typeof next === 'string' && next.startsWith(' in the menu')
    if (isNamed) return [guideText(node)]
    return typeof node === 'object' ? namedInMenu(node.children ?? []) : []
  })

test('every path of the menu that a guide names is there', () => {
  const wrong = all.flatMap(({ name, body }) =>
    pathsIn(body)
      .filter((steps) => isThere(steps) === false)
      .map((steps) => `${name}: ${steps.join(', ')}`),
  )
  const unlisted = all.flatMap(({ body }) => namedInMenu(body)).filter((title) => !menuTitles.has(title))
  expect([...wrong, ...unlisted]).toEqual([])
})

const piecesOf = (nodes: readonly GuideNode[]): GuideNode[] =>
  nodes.flatMap((node) => [node, ...(typeof node === 'object' ? piecesOf(node.children ?? []) : [])])

test('every link of a guide leads to a guide and a heading in it', () => {
  const wrong = all.flatMap(({ name, body }) =>
    piecesOf(body).flatMap((piece) => {
      if (typeof piece === 'string' || !('guide' in piece)) return []
      const target = all.find((guide) => guide.name === (piece.guide === '' ? name : piece.guide))
      const headings = piecesOf(target?.body ?? []).map((node) =>
        typeof node === 'object' && 'tag' in node ? node.id : '',
      )
      return target && (piece.at === '' || headings.includes(piece.at)) ? [] : [`${name}: ${piece.guide}#${piece.at}`]
    }),
  )
  expect(wrong).toEqual([])
})

test('every address of a page that a guide names is one of the portal', () => {
  const shapes = pages.map(({ fullPath }) => new RegExp(`^${fullPath.replaceAll(/\$\w+/g, '[^/]+')}/?$`))
  const wrong = all.flatMap(({ name, body }) =>
    piecesOf(body).flatMap((piece) => {
      const address = typeof piece === 'object' && 'tag' in piece && piece.tag === 'code' ? guideText(piece) : ''
      const path = /^\/(?:manage|account|tools|help)\/[^?#\s]*/.exec(address)?.[0]
      return path === undefined || shapes.some((shape) => shape.test(path)) ? [] : [`${name}: ${address}`]
    }),
  )
  expect(wrong).toEqual([])
})
