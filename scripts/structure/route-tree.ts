import type { Check } from './tree.ts'

const siteMap = 'web/src/site-map.ts'
const routeTree = 'web/src/routeTree.gen.ts'

const route = /^ *(?:index\(|route\('(?<address>[^']+)', )'(?<page>[^']+)'\)/gm
const pageImport = /^import \{ Route as (?<name>\w+) \} from '\.\/(?<page>[^']+)'/gm
const pageRoute = /=\s+(?<name>\w+)\.update\(\{\s+id: '(?<address>[^']+)'/g

/** Page tests read the generated tree: without this they would find the 404 screen at a new address. */
export const currentRouteTree: Check = (tree) => {
  const [map = '', generated = ''] = [tree.get(siteMap), tree.get(routeTree)]
  const planned = [...map.matchAll(route)].map(({ groups = {} }) => `${groups['address'] ?? '/'} ${groups['page']}`)
  const pages = new Map([...generated.matchAll(pageImport)].map(({ groups = {} }) => [groups['name'], groups['page']]))
  const there = [...generated.matchAll(pageRoute)].map(
    ({ groups = {} }) => `${groups['address']} ${pages.get(groups['name'])}`,
  )
  const isCurrent = planned.toSorted().join('\n') === there.toSorted().join('\n')
  return isCurrent ? [] : [`${routeTree}: not what ${siteMap} says; run \`npm run routes\``]
}
