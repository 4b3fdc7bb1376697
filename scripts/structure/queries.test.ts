import { expect, test } from 'vitest'
import { contractKeys, ownRefreshes, partsTakeData } from './queries.ts'
import type { Check } from './tree.ts'

const blamed = (check: Check, files: Record<string, string>) =>
  check(new Map(Object.entries(files))).map((problem) => problem.split(':')[0])

const contract = { 'contract/src/doors/routes.ts': '', 'contract/src/route.ts': '' }

test('a part of a screen that asks for its data is found', () => {
  const ask = 'const Row = () => useQuery(doorsQuery)'
  const strays = {
    'web/src/doors/door-row.tsx': ask,
    'web/src/doors/doors-list.tsx': 'const { data } = useInfiniteQuery(x)',
    'web/src/doors/door-badge.tsx': 'const id = useProfile()?.id',
  }
  const right = {
    'web/src/doors/doors-page.tsx': ask,
    'web/src/doors/door-card.tsx': ask,
    'web/src/doors/door-form.tsx': 'const client = useQueryClient() // useQuery(',
    'web/src/doors/api.ts': ask,
    'web/src/platform/shell/search-row.tsx': ask,
  }
  expect(blamed(partsTakeData, { ...right, ...strays })).toEqual(Object.keys(strays))
})

test('a key of a query that is written by hand is found', () => {
  const strays = {
    'web/src/doors/a.tsx': "client.invalidateQueries({ queryKey: ['doors'] })",
    'web/src/doors/b.tsx': 'all.map((domain) => client.invalidateQueries({ queryKey: [domain] }))',
    'web/src/doors/c.ts': "queryOptions({ queryKey: ['apiKeys', 'list'], queryFn })",
  }
  const right = {
    ...contract,
    'contract/src/api-keys/routes.ts': '',
    'web/src/doors/api.ts': 'queryOptions({ queryKey: apiKey(api.doors.list), queryFn })',
    'web/src/doors/d.ts': 'queryOptions({ queryKey: [...apiKey(api.doors.get), doorId] })',
    'web/src/doors/e.ts': "useQuery({ queryKey: ['shell', 'hostname'], queryFn })",
  }
  expect(blamed(contractKeys, { ...right, ...strays })).toEqual(Object.keys(strays))
})

test('a screen that refreshes by hand is found', () => {
  const strays = {
    'web/src/doors/a.tsx': 'await client.invalidateQueries(doorsQuery)',
    'web/src/doors/api.ts': 'void client.refetchQueries(doorsQuery)',
  }
  const right = {
    ...contract,
    'web/src/doors/b.tsx': "onError: () => refreshDomains('doors')",
    'web/src/doors/c.test.tsx': 'await client.invalidateQueries(doorsQuery)',
    'web/src/platform/live/live.ts': 'client.invalidateQueries({ predicate })',
  }
  expect(blamed(ownRefreshes, { ...right, ...strays })).toEqual(Object.keys(strays))
})
