import { basename } from 'node:path/posix'
import { placeOf, targetOf } from './places.ts'
import { importsOf } from './source.ts'
import { isTest, isTesting, sources, type Check, type Tree } from './tree.ts'

/** Which other workspaces a workspace may import. Those not named here stand above and may use all. */
const mayImport: Record<string, string[]> = {
  contract: [],
  server: ['contract'],
  web: ['contract'],
  simulators: ['contract'],
  desktop: ['contract'],
  mobile: ['contract'],
}
const workspaces = ['contract', 'server', 'web', 'simulators', 'desktop', 'mobile', 'e2e', 'bench', 'scripts']
/** Tests and what only they use. */
const isForTests = (path: string) => isTest(path) || isTesting(path)
const privateFiles = /^(routes|jobs)\.ts$|-page\.tsx$/

type Edge = { from: string; to: string }

const edgesOf = (tree: Tree): Edge[] =>
  sources(tree).flatMap(([from, text]) =>
    importsOf(text).flatMap(({ specifier }) => {
      const to = targetOf(from, specifier)
      return to === undefined ? [] : [{ from, to }]
    }),
  )

function objectionTo({ from, to }: Edge): string | undefined {
  const [above, below] = [placeOf(from), placeOf(to)]
  if (above.tier !== below.tier) {
    // Tests of the server speak to it through simulated hardware.
    if (isForTests(from) && below.tier === 'simulators') return undefined
    const allowed = mayImport[above.tier]?.includes(below.tier) ?? true
    return allowed || !workspaces.includes(below.tier) ? undefined : `${above.tier} must not import ${below.tier}`
  }
  const isOfContract = above.tier === 'contract'
  const isForeign = above.domain && below.domain && above.domain !== below.domain
  if (isForeign && !isOfContract && privateFiles.test(basename(to)))
    return `${basename(to)} is private to ${below.domain}`
  // A test may start the whole portal; what it tests may not.
  if (isForTests(from)) return undefined
  // Routes name errors by the codes that the contract lists of its domains; a circle through a list is found as one.
  if (isOfContract && below.layer === 'root') return undefined
  if (above.layer === 'platform' && below.layer !== 'platform')
    return `${isOfContract ? 'what no domain owns' : 'platform'} must not know ${below.domain ?? 'root files'}`
  if (above.layer === 'domain' && below.layer === 'root') return 'a domain must not know root files'
  return undefined
}

/**
 * Root files → domains → platform → contract, within the contract lists → domains → other root files, and no workspace
 * reaches into another that it should not know.
 */
export const importsPointDown: Check = (tree) =>
  edgesOf(tree).flatMap((edge) => {
    const objection = objectionTo(edge)
    return objection === undefined ? [] : [`${edge.from}: imports ${edge.to}, but ${objection}`]
  })

/** Each cycle once, as the nodes on it, beginning and ending with the same. */
function cyclesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()
  const visit = (node: string, path: string[]) => {
    const seenAt = path.indexOf(node)
    if (seenAt >= 0) cycles.push([...path.slice(seenAt), node])
    if (seenAt >= 0 || done.has(node)) return
    for (const next of graph.get(node) ?? []) visit(next, [...path, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return cycles
}

function graphOf(pairs: [string, string][]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const [from, to] of pairs) if (from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to))
  return graph
}

const report = (kind: string, cycles: string[][]) =>
  cycles.map((cycle) => `${cycle[0]}: cycle of ${kind}: ${cycle.join(' → ')}`)

/** Imports of types vanish before the program runs and count all the same: reading one should not mean reading the other. */
export const noFileCycles: Check = (tree) =>
  report('files', cyclesOf(graphOf(edgesOf(tree).map(({ from, to }) => [from, to]))))

/** The same between domains. */
export const noDomainCycles: Check = (tree) => {
  const pairs = edgesOf(tree).flatMap(({ from, to }): [string, string][] => {
    const [above, below] = [placeOf(from), placeOf(to)]
    const between = above.domain && below.domain && above.tier === below.tier && !isForTests(from)
    return between ? [[`${above.tier}/src/${above.domain}`, `${below.tier}/src/${below.domain}`]] : []
  })
  return report('domains', cyclesOf(graphOf(pairs)))
}
