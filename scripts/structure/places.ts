import { dirname, join } from 'node:path/posix'
import type { Tree } from './tree.ts'

/** Files of the contract that belong to no domain. */
const contractBase = new Set([
  'route',
  'errors',
  'fields',
  'live',
  'events',
  'settings',
  'currencies',
  'colours',
  'shell',
  'index',
])

/** Folders that hold the parts of a root file, and belong to it. */
const rootFolders = new Set(['cli'])

/** Where a file of server or web stands. Imports point down: root → domain → platform. */
export type Place = { tier: string; layer: 'root' | 'domain' | 'platform'; domain?: string }

export function placeOf(path: string): Place {
  const [tier = '', src, folder, rest] = path.split('/')
  const inside = (tier === 'server' || tier === 'web') && src === 'src' && folder !== undefined && rest !== undefined
  if (!inside || rootFolders.has(folder)) return { tier, layer: 'root' }
  return folder === 'platform' ? { tier, layer: 'platform' } : { tier, layer: 'domain', domain: folder }
}

export const isContractBase = (name: string) => contractBase.has(name)

/** The domains: every file of the contract that is not part of its base. */
export function domainsOf(tree: Tree): Set<string> {
  const names = [...tree.keys()].flatMap((path) => /^contract\/src\/([^/.]+)\.ts$/.exec(path)?.[1] ?? [])
  return new Set(names.filter((name) => !isContractBase(name)))
}

/** The path an import points to; undefined for packages. */
export function targetOf(path: string, specifier: string): string | undefined {
  const { tier } = placeOf(path)
  if (specifier.startsWith('.')) return join(dirname(path), specifier)
  if (specifier.startsWith('#')) return `${tier}/src/${specifier.slice(1)}`
  const [, workspace, rest] = /^@spacekeeper\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? []
  return workspace && `${workspace}/src/${rest ?? 'index.ts'}`
}
