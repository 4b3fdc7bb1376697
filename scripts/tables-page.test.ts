import { expect, test } from 'vitest'
import { writeTablesPage } from './tables-page.ts'

const page = writeTablesPage({
  owners: new Map([
    ['visits', ['visits']],
    ['api-keys', ['api_keys', 'key_uses']],
  ]),
  foreignKeys: [
    { from: 'api_keys', to: 'members' },
    { from: 'key_uses', to: 'api_keys' },
    { from: 'key_uses', to: 'visits' },
    { from: 'visits', to: 'members' },
    { from: 'visits', to: 'visits' },
  ],
})

test('the page of tables lists them by owner with what they point at, in columns of one width', () => {
  expect(page).toContain(
    [
      '| table      | owner    | points at            |',
      '| ---------- | -------- | -------------------- |',
      '| `api_keys` | api-keys | `members`            |',
      '| `key_uses` | api-keys | `api_keys`, `visits` |',
      '| `visits`   | visits   | `members`            |',
      '',
    ].join('\n'),
  )
})

test('its picture has a box for each owner and arrows between them, none at members', () => {
  expect(page).toContain('subgraph api_keys["api-keys"]\n    api_keys\n    key_uses\n  end\n')
  expect(page.match(/^ +\w+ --> \w+$/gm)).toEqual(['  key_uses --> visits'])
})
