import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { hasCode } from '#platform/db/has-code.ts'
import { writeWhole } from '../whole-file.ts'
import { CopyProblem, type CopyStore, textOf, withinLimit } from './copy-store.ts'

/** Says at a place whose copies are there. */
export const ownerName = 'spacekeeper-portal.json'

const Owner = z.object({ id: z.string().max(100), site: z.string().max(300), since: z.iso.datetime() })

export type PlaceOwner = z.infer<typeof Owner>

/** A place of another portal, whose older copies this one would delete. */
export class TakenPlace extends CopyProblem {
  constructor(owner: PlaceOwner | null) {
    const whose = owner === null ? '' : ` (${owner.site}, since ${owner.since.slice(0, 10)})`
    super(
      `Another portal puts its copies there${whose}. Nothing was copied, because each would delete those of the other. ` +
        `Choose another folder. If this portal replaces that one, test the place on the page of backups and take it over, or delete the file ${ownerName} there.`,
    )
  }
}

/**
 * The number of a portal at its places. It lies beside the archives and in none of them, so a portal that is restored on
 * another machine has another one, and writes nowhere until an administrator says so.
 */
const idIn = async (folder: string): Promise<string> => {
  const path = join(folder, 'copies-id')
  await writeFile(path, randomUUID(), { flag: 'wx', mode: 0o600, flush: true }).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error
  })
  return readFile(path, 'utf8')
}

/** Nothing of a place is asked for longer, before anything is copied there. */
const claimMs = 120_000

export type Claim = {
  /** The folder of the archives here. */
  folder: string
  takesOver?: boolean
}

const findOwner = async (store: CopyStore): Promise<PlaceOwner | null | undefined> => {
  if (!(await store.list(ownerName)).includes(ownerName)) return undefined
  try {
    return Owner.parse(JSON.parse(await textOf(store.read(ownerName))))
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return null
    throw error
  }
}

const claim = async (ctx: Ctx, store: CopyStore, { folder, takesOver = false }: Claim): Promise<void> => {
  const id = await idIn(folder)
  const owner = await findOwner(store)
  if (owner?.id === id) return
  if (owner !== undefined && !takesOver) throw new TakenPlace(owner)
  const mine: PlaceOwner = { id, site: ctx.siteUrl, since: ctx.now().toISOString() }
  const path = join(folder, `${ownerName}.draft`)
  try {
    await writeWhole(path, `${JSON.stringify(mine)}\n`)
    await store.put(path, ownerName)
  } finally {
    await rm(path, { force: true })
  }
}

/** Makes a place that of this portal, or throws where it is that of another one. */
export const claimPlace = (ctx: Ctx, store: CopyStore, order: Claim): Promise<void> =>
  withinLimit(claimMs, claim(ctx, store, order))
