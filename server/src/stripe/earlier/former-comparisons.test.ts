// On its own: it has a database of the version before, and no portal.
import { expect, test } from 'vitest'
import { createFormerDatabase } from '#platform/db/former-database.testing.ts'

test('a comparison of before keeps what it found unknown, and no longer names what waits for a person now', async () => {
  const { rows, update } = await createFormerDatabase('0119')
  const [unknown, missing] = ['unknownSubscription', 'missingSubscription'].map((kind) => ({
    kind,
    ref: 'sub_1',
    memberId: 1,
  }))
  const told = [[missing, unknown], [missing], [unknown], []]
  for (const problems of told)
    await rows(
      `insert into stripe_reconciliations (began_at, problems) values (now(), '${JSON.stringify(problems)}'::jsonb)`,
    )
  await update()
  const kept = await rows('select problems from stripe_reconciliations order by id')
  expect(kept).toEqual([[unknown], [], [unknown], []].map((problems) => ({ problems })))
})
