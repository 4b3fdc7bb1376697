import type { VersionReport } from '@spacekeeper/contract/doctor/routes.ts'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'
import { FetchFailure, guardedFetch, jsonOf } from '#platform/http/guarded-fetch.ts'
import { version } from '#platform/version.ts'

export type NewestVersion = NonNullable<VersionReport['newest']>

/** Less than a day, because the doctor looks once a day, and sometimes a little earlier than the day before. */
const askAgainMs = 22 * 60 * 60 * 1000
/** A space may have a list of its own in its network. */
const limits = { allowPrivate: true, maxBytes: 300_000, timeoutMs: 10_000 }

const Number3 = z.string().regex(/^v?\d{1,6}\.\d{1,6}\.\d{1,6}$/)
const Page = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .nullish()
  .catch(null)

/** Answers in our own form, or in that of a forge such as GitHub or Forgejo. */
const Release = z.union([
  z.object({ version: Number3, page: Page }),
  z
    .object({ tag_name: Number3, html_url: Page })
    .transform((release) => ({ version: release.tag_name, page: release.html_url })),
])

export type Release = { version: string; page: string | null }

/** Reads an answer; null where it names no version. */
export const readRelease = (answer: unknown): Release | null => {
  const { success, data } = Release.safeParse(answer)
  return success ? { version: data.version.replace('v', ''), page: data.page ?? null } : null
}

/** Whether one version comes after another: 1.10.0 after 1.9.2. */
export const isNewer = (one: string, other: string): boolean => {
  const [ones, others] = [one, other].map((text) => text.split('.').map(Number))
  const at = [0, 1, 2].find((place) => ones?.[place] !== others?.[place])
  return at !== undefined && (ones?.[at] ?? 0) > (others?.[at] ?? 0)
}

/** Whether it is this process's turn to ask: once a day, and anew at another address. */
const claim = (ctx: Ctx, address: string): Promise<boolean> =>
  record(ctx, async ({ tx, now }) => {
    const known = await tx.selectFrom('newest_version').select(['address', 'asked_at']).forUpdate().executeTakeFirst()
    if (known?.address === address) {
      if (now.getTime() - known.asked_at.getTime() < askAgainMs) return { result: false }
      await tx.updateTable('newest_version').set({ asked_at: now }).execute()
      return { result: true }
    }
    const fresh = { address, asked_at: now, version: null, page: null, fault: null }
    const claimed = await tx
      .insertInto('newest_version')
      .values(fresh)
      .onConflict((on) =>
        on.column('is_only').doUpdateSet(fresh).whereRef('newest_version.address', '<>', 'excluded.address'),
      )
      .returning('address')
      .execute()
    return { result: claimed.length > 0 }
  })

/** Asks without a word about the portal: neither its version nor where it is. */
const ask = async (address: string): Promise<Release | { fault: string }> => {
  try {
    const answer = await guardedFetch(address, limits)
    if (answer.status >= 300 && answer.status < 400)
      return { fault: `The address leads to another one (${answer.status}), which isn’t asked.` }
    if (answer.status !== 200) return { fault: `The address answered ${answer.status}.` }
    return readRelease(jsonOf(answer)) ?? { fault: 'The address answered something else than a version.' }
  } catch (error) {
    if (error instanceof FetchFailure) return { fault: error.message }
    throw error
  }
}

const askOnceADay = async (ctx: Ctx, address: string): Promise<void> => {
  if (!(await claim(ctx, address))) return
  const found = await ask(address)
  await record(ctx, async ({ tx }) => {
    // A version that was known before stays known.
    const values = 'fault' in found ? found : { ...found, fault: null }
    await tx.updateTable('newest_version').set(values).where('address', '=', address).execute()
    return { result: undefined }
  })
}

/** Finds what is known of newer versions; null where nothing is asked. */
export const findNewest = async ({ db, settings }: Ctx): Promise<NewestVersion | null> => {
  const address = await settings.get('NEWER_VERSION_URL')
  if (address === '') return null
  const row = await db.selectFrom('newest_version').selectAll().where('address', '=', address).executeTakeFirst()
  return {
    askedAt: row?.asked_at.toISOString() ?? null,
    version: row?.version ?? null,
    page: row?.page ?? null,
    isNewer: row?.version ? isNewer(row.version, version) : false,
    fault: row?.fault ?? null,
  }
}

export const judgeNewest = (newest: NewestVersion | null): HealthFinding | null => {
  if (newest === null) return null
  if (newest.isNewer)
    return {
      state: 'attention',
      says: `Spacekeeper ${newest.version} is out. This is ${version}.`,
      todo: 'Read what is new, and update when the space is closed. The guide “A newer version” shows how.',
      to: '/manage/version',
    }
  if (newest.fault !== null || newest.version === null)
    return {
      state: 'unknown',
      says: `Whether there is a newer version isn’t known. ${newest.fault ?? (newest.askedAt === null ? 'It was not asked yet.' : 'There was no answer yet.')}`,
      todo: 'It is asked again tomorrow. If that goes on, correct the address or leave it empty.',
      to: '/manage/settings#NEWER_VERSION_URL',
    }
  const at = newest.askedAt === null ? undefined : new Date(newest.askedAt)
  return { state: 'well', says: `On {at} no version was newer than ${version}.`, at }
}

export const newerVersionCheck: HealthCheck = {
  name: 'machine.newerVersion',
  area: 'machine',
  title: 'Newer version',
  pace: 'daily',
  timeoutMs: limits.timeoutMs + 5000,
  find: async (ctx) => {
    const address = await ctx.settings.get('NEWER_VERSION_URL')
    if (address !== '') await askOnceADay(ctx, address)
    return judgeNewest(await findNewest(ctx))
  },
}
