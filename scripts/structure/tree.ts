import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** Every file of the repository: its path from the root, and its text (empty where it is not text). */
export type Tree = ReadonlyMap<string, string>

/** Looks at the tree and says in one line each what is wrong, beginning with the path. */
export type Check = (tree: Tree) => string[]

/** What is installed, built or recorded, and therefore not ours to judge. Also the folders documents may name. */
export const madeFolders = ['node_modules', 'dist', 'data', 'test-results', 'playwright-report', '.cache', '.git']

const readable = new Set(['.ts', '.tsx', '.css', '.sql', '.md', '.json', '.html', '.yaml', '.yml', '.js'])

export function readTree(root: string): Tree {
  const tree = new Map<string, string>()
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (madeFolders.includes(entry.name)) continue
      if (entry.isDirectory()) walk(path)
      else tree.set(path, readable.has(extname(path)) ? readFileSync(join(root, path), 'utf8') : '')
    }
  }
  walk('')
  return tree
}

/** TypeScript that people write. */
export const isSource = (path: string) => /\.tsx?$/.test(path) && !path.endsWith('.gen.ts')
export const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)
/** What only tests use. */
export const isTesting = (path: string) => /\.testing\.tsx?$/.test(path)
export const sources = (tree: Tree) => [...tree].filter(([path]) => isSource(path))
