import { expect, test } from 'vitest'
import { doorListNotices } from './channels.ts'

test('of very many members or doors, each is named once, in notices that the database takes', () => {
  const ids = Array.from({ length: 2_001 }, (_, n) => 2_147_483_647 - n)
  const notices = doorListNotices('memberIds', ids)
  expect(notices.flatMap(({ text }) => JSON.parse(text)[1].memberIds)).toEqual(ids)
  for (const { text } of notices) expect(Buffer.byteLength(text)).toBeLessThan(8_000)
})
