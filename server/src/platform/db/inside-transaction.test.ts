import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { record } from './change.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const ask = () => portal.services.db.selectFrom('settings').select('key').execute()

test('what runs within a transaction asks for no second connection', async () => {
  const asking = record(portal.ctx, async () => ({ result: await ask() }))
  await expect(asking).rejects.toThrow('second connection')
})

test('what a transaction began and did not wait for may ask once it is over', async () => {
  const begun = Promise.withResolvers<undefined>()
  const { later } = await record(portal.ctx, async () => ({ result: { later: begun.promise.then(ask) } }))
  begun.resolve(undefined)
  await expect(later).resolves.toBeInstanceOf(Array)
})

test('settings are read within a transaction, on a line that holds nothing', async () => {
  const name = await record(portal.ctx, async ({ ctx }) => ({ result: await ctx.settings.get('SITE_NAME') }))
  expect(name).toBeTypeOf('string')
})
