import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx, ProcessSetup } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { voteChecks } from './checks.ts'
import { eraseBoxKeys, keyFolder, makeBoxKey, readBoxKey } from './secret/box-key.ts'
import { aSecretMotion } from './secret/secret-voter.testing.ts'

let portal: TestPortal
const dataDir = mkdtempSync(join(tmpdir(), 'spacekeeper-box-keys-'))
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(async () => {
  await portal.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const withDatabase = (hasOwnDatabase: boolean): Ctx => {
  const setup: ProcessSetup = { dataDir, hasOwnDatabase, isSiteUrlSet: true, isSecretKeySet: false, trustProxy: false }
  return { ...portal.ctx, setup }
}

const makeKey = (ctx: Ctx, motionId: number) =>
  record(ctx, async (work) => ({ result: await makeBoxKey(work, motionId) }))

const placeOf = (motionId: number) =>
  portal.db
    .selectFrom('ballot_keys')
    .select(['box_key', 'box_key_file'])
    .where('motion_id', '=', motionId)
    .executeTakeFirstOrThrow()

const look = (ctx: Ctx) => voteChecks[0]?.find(ctx, AbortSignal.timeout(100_000))

test('beside the database of the portal the key of a box is a file, which is erased alone', async () => {
  const ctx = withDatabase(true)
  const [first, second] = [await aSecretMotion(portal, []), await aSecretMotion(portal, [])]
  const key = await makeKey(ctx, first)
  await makeKey(ctx, second)
  const place = await placeOf(first)
  expect(place).toMatchObject({ box_key: null, box_key_file: expect.stringMatching(new RegExp(`^${first}-`)) })
  expect(await readBoxKey(ctx, place)).toEqual(key)
  expect(await look(ctx)).toMatchObject({ state: 'well' })
  await eraseBoxKeys(ctx, first)
  expect(readdirSync(keyFolder(ctx) ?? '')).toEqual([(await placeOf(second)).box_key_file])
  // Gone before its vote was published, as from a folder that was restored without it.
  expect(await look(ctx)).toMatchObject({ state: 'wrong', says: expect.stringContaining('Buy a kiln') })
  await expect(readBoxKey(ctx, place)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('where the database is elsewhere the key is kept there encrypted, for every portal that has the secret key', async () => {
  const ctx = withDatabase(false)
  const motionId = await aSecretMotion(portal, [])
  const key = await makeKey(ctx, motionId)
  const place = await placeOf(motionId)
  expect(place.box_key_file).toBeNull()
  expect(place.box_key).not.toContain(key.toString('base64url'))
  expect(await readBoxKey(ctx, place)).toEqual(key)
  await eraseBoxKeys(ctx, motionId)
})
