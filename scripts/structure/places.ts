import { dirname, join } from 'node:path/posix'
import type { Tree } from './tree.ts'

/** Folders that hold the parts of a root file, and belong to it. */
const rootFolders = new Set(['cli', 'seed'])

/** Files of the contract that list what its domains declare; its other root files hold what no domain owns. */
const contractLists = new Set(['audit-events.ts', 'error-codes.ts', 'index.ts'])

const tiersOfDomains = new Set(['contract', 'server', 'web'])

/** Where a file of contract, server or web stands. Imports point down: root → domain → platform. */
export type Place = { tier: string; layer: 'root' | 'domain' | 'platform'; domain?: string }

export function placeOf(path: string): Place {
  const [tier = '', src, folder, rest] = path.split('/')
  const inside = tiersOfDomains.has(tier) && src === 'src' && folder !== undefined
  if (!inside || rootFolders.has(folder)) return { tier, layer: 'root' }
  if (rest === undefined) return { tier, layer: tier !== 'contract' || contractLists.has(folder) ? 'root' : 'platform' }
  return folder === 'platform' ? { tier, layer: 'platform' } : { tier, layer: 'domain', domain: folder }
}

/** The domains: every folder of the contract. */
export const domainsOf = (tree: Tree): Set<string> =>
  new Set([...tree.keys()].flatMap((path) => /^contract\/src\/([^/]+)\//.exec(path)?.[1] ?? []))

/** The path an import points to; undefined for packages. */
export function targetOf(path: string, specifier: string): string | undefined {
  const { tier } = placeOf(path)
  if (specifier.startsWith('.')) return join(dirname(path), specifier)
  if (specifier.startsWith('#')) return `${tier}/src/${specifier.slice(1)}`
  const [, workspace, rest] = /^@spacekeeper\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? []
  return workspace && `${workspace}/src/${rest ?? 'index.ts'}`
}
