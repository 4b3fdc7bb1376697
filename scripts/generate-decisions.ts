/** Writes the index of the decision records (docs/decisions/README.md) from the records. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeDecisionIndex } from './structure/decisions.ts'
import { readTree } from './structure/tree.ts'

const root = join(import.meta.dirname, '..')
writeFileSync(join(root, 'docs/decisions/README.md'), writeDecisionIndex(readTree(root)))
