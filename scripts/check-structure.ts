/** Checks what the layout promises (docs/ARCHITECTURE.md). Prints one line a problem and exits 1 if there are any. */
import { join } from 'node:path'
import { nothingUnfinished, reasonedAssertions, reasonedSuppressions } from './structure/comments.ts'
import { currentDecisionIndex, numberedDecisions, soundDecisions } from './structure/decisions.ts'
import { listedGuides, mappedDomains, namedPathsExist } from './structure/documents.ts'
import { marksOfSchemas } from './structure/forms.ts'
import { importsPointDown, noDomainCycles, noFileCycles } from './structure/imports.ts'
import { oneWayIn } from './structure/incoming.ts'
import { limitsOfStages } from './structure/limits.ts'
import { oneLocale } from './structure/locales.ts'
import { openMailLinks } from './structure/mail-links.ts'
import { functionsInFiles, numberedMigrations } from './structure/migrations.ts'
import {
  longFiles,
  nounFileNames,
  nounTypeNames,
  testingFiles,
  uniqueTypeNames,
  uniqueValueNames,
} from './structure/names.ts'
import { oneWayOut } from './structure/outgoing.ts'
import { countedTexts, pluralsByRule } from './structure/plurals.ts'
import { contractKeys, ownRefreshes, partsTakeData } from './structure/queries.ts'
import { currentRouteTree } from './structure/route-tree.ts'
import { screenPaths } from './structure/screen-paths.ts'
import { heldSentences } from './structure/specification.ts'
import { ownedTables, ownTables } from './structure/table-owners.ts'
import { readTree, type Check } from './structure/tree.ts'
import {
  knownFileNames,
  mirroredDomains,
  plainWords,
  shortFiles,
  sortedFolders,
  tellingFolders,
} from './structure/vocabulary.ts'
import { commonWords, sentencesInTexts, shortTexts, wholeTexts } from './structure/wording.ts'

const checks: Check[] = [
  mirroredDomains,
  knownFileNames,
  sortedFolders,
  tellingFolders,
  plainWords,
  shortFiles,
  importsPointDown,
  oneWayOut,
  oneWayIn,
  noFileCycles,
  noDomainCycles,
  reasonedSuppressions,
  reasonedAssertions,
  nothingUnfinished,
  namedPathsExist,
  mappedDomains,
  listedGuides,
  heldSentences,
  numberedMigrations,
  functionsInFiles,
  numberedDecisions,
  soundDecisions,
  currentDecisionIndex,
  nounFileNames,
  longFiles,
  testingFiles,
  uniqueTypeNames,
  uniqueValueNames,
  nounTypeNames,
  ownTables,
  ownedTables,
  currentRouteTree,
  partsTakeData,
  contractKeys,
  ownRefreshes,
  marksOfSchemas,
  openMailLinks,
  limitsOfStages,
  oneLocale,
  countedTexts,
  pluralsByRule,
  shortTexts,
  commonWords,
  sentencesInTexts,
  wholeTexts,
  screenPaths,
]

const tree = readTree(join(import.meta.dirname, '..'))
const problems = new Set(checks.flatMap((check) => check(tree)))

for (const problem of problems) console.error(problem)
console.log(problems.size === 0 ? `structure: ${tree.size} files in order` : `structure: ${problems.size} problems`)
process.exitCode = problems.size === 0 ? 0 : 1
