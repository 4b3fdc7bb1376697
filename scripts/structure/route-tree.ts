import { isTest, type Check } from './tree.ts'

const routeTree = 'web/src/routeTree.gen.ts'

const route = /\bcreateFileRoute\('(?<address>[^']+)'\)/
const pageImport = /^import \{ Route as (?<name>\w+) \} from '\.\/(?<page>[^']+)'/gm
const pageRoute = /=\s+(?<name>\w+)\.update\(\{\s+id: '(?<address>[^']+)'/g

/** Page tests read the generated tree: without this they would find the 404 screen at a new address. */
export const currentRouteTree: Check = (tree) => {
  const generated = tree.get(routeTree) ?? ''
  const said = [...tree].flatMap(([path, text]) => {
    const address = path.startsWith('web/src/') && !isTest(path) ? route.exec(text)?.groups?.['address'] : undefined
    return address === undefined ? [] : [`${address} ${path.slice('web/src/'.length)}`]
  })
  const pages = new Map([...generated.matchAll(pageImport)].map(({ groups = {} }) => [groups['name'], groups['page']]))
  const there = [...generated.matchAll(pageRoute)].map(
    ({ groups = {} }) => `${groups['address']} ${pages.get(groups['name'])}`,
  )
  const isCurrent = said.toSorted().join('\n') === there.toSorted().join('\n')
  return isCurrent ? [] : [`${routeTree}: not what the pages of web/src say; run \`npm run routes\``]
}
