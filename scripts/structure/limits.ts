import { codeOf } from './source.ts'
import { isTest, isTesting, sources, type Check } from './tree.ts'

const byHand: readonly [found: RegExp, advice: string][] = [
  [
    /\bvi\.wait(?:For|Until)\(/,
    'vi.waitFor or vi.waitUntil, which give up after a second; use expect.poll, or waitFor',
  ],
  [
    /\b(?:test|hook)Timeout\b|\btimeout: \d|^\}, \d[\d_]*\)$/m,
    'a limit of its own; that of its stage leaves a slow machine its time',
  ],
]

/** How long a test waits for what it expects is said once for each stage (its `vitest.config.ts`), and never too short. */
export const limitsOfStages: Check = (tree) =>
  sources(tree).flatMap(([path, text]) => {
    if (path.startsWith('e2e/') || !(isTest(path) || isTesting(path))) return []
    const code = codeOf(text)
    return byHand.flatMap(([found, advice]) => (found.test(code) ? [`${path}: has ${advice}`] : []))
  })
