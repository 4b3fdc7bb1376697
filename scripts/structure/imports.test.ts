import { expect, test } from 'vitest'
import { blamed } from './blamed.testing.ts'
import { importsPointDown, noDomainCycles, noFileCycles } from './imports.ts'

test('an import that points up or into what is private is found', () => {
  const wrong = {
    'server/src/platform/db/a.ts': "import { findDoor } from '../../doors/queries.ts'",
    'server/src/platform/db/b.ts': "import { config } from '../../config.ts'",
    'server/src/doors/a.ts': "import { app } from '../app.ts'",
    'server/src/doors/b.ts': "import { x } from '../members/routes.ts'",
    'web/src/doors/a.tsx': "import { x } from '../members/member-page.tsx'",
    'web/src/doors/b.ts': "import type { x } from '../../../server/src/doors/card-lists.ts'",
    'simulators/src/door.ts': "const x = await import('@spacekeeper/server/app.ts')",
    'contract/src/doors.ts': "export { x } from '../../simulators/src/door.ts'",
  }
  expect(blamed(importsPointDown, wrong)).toEqual(Object.keys(wrong))
})

test('imports that point down, of packages, and in tests and comments are fine', () => {
  const right = {
    'server/src/doors/a.ts':
      "import { x } from '../members/queries.ts'\nimport { y } from '#platform/db/change.ts'\nimport { z } from 'zod'",
    'server/src/doors/doors.test.ts': "import { startTestPortal } from '../portal.testing.ts'",
    'server/src/doors/door.testing.ts': "import { startTestPortal } from '../portal.testing.ts'",
    'server/src/doors/b.ts':
      "// import { app } from '../app.ts'\nimport { doors } from '@spacekeeper/contract/doors.ts'",
    'e2e/doors.spec.ts': "import { startDoor } from '@spacekeeper/simulators/door.ts'",
  }
  expect(blamed(importsPointDown, right)).toEqual([])
})

test('within the contract, only its lists know what domains declare', () => {
  const doors = "import { x } from './doors/errors.ts'"
  const codes = "import type { ErrorCode } from './error-codes.ts'"
  const right = {
    'contract/src/index.ts': doors,
    'contract/src/audit-events.ts': doors,
    'contract/src/error-codes.ts': doors,
    'contract/src/index.test.ts': doors,
    'contract/src/route.ts': codes,
    'contract/src/doors/errors.ts': "import type { ErrorSentence } from '../error-sentence.ts'",
    'contract/src/doors/routes.ts': "import { commandRoutes } from '../devices/routes.ts'",
  }
  expect(blamed(importsPointDown, right)).toEqual([])
  expect(blamed(importsPointDown, { ...right, 'contract/src/setting.ts': doors })).toEqual(['contract/src/setting.ts'])
})

test('files that import each other are found, also where only types go back', () => {
  const a = "import { b } from './b.ts'"
  const c = "import { c } from './c.ts'"
  const back = { 'scripts/a.ts': a, 'scripts/b.ts': "import { a } from './a.ts'" }
  const typesBack = {
    'contract/src/a.ts': a,
    'contract/src/b.ts': c,
    'contract/src/c.ts': "import type { A } from './a.ts'",
  }
  expect(blamed(noFileCycles, back)).toEqual(['scripts/a.ts'])
  expect(blamed(noFileCycles, typesBack)).toEqual(['contract/src/a.ts'])
  expect(blamed(noFileCycles, { 'scripts/a.ts': a, 'scripts/b.ts': c, 'scripts/d.ts': a })).toEqual([])
})

test('domains that import each other are found', () => {
  const files = {
    'server/src/doors/card-lists.ts': "import { x } from '../members/queries.ts'",
    'server/src/members/standing-rules.ts': "import type { y } from '../doors/rules.ts'",
  }
  expect(blamed(noDomainCycles, files)).toEqual(['server/src/doors'])
  const ofContract = {
    'contract/src/doors/shapes.ts': "import { x } from '../members/words.ts'",
    'contract/src/members/shapes.ts': "import { y } from '../doors/words.ts'",
  }
  expect(blamed(noDomainCycles, ofContract)).toEqual(['contract/src/doors'])
})
