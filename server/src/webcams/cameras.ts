import { createHash } from 'node:crypto'
import type { Webcam } from '@spacekeeper/contract/webcams/routes.ts'
import { type Ctx, type Services, systemCtx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { FetchFailure } from '#platform/http/guarded-fetch.ts'
import { type Camera, fetchFrame } from './fetch-frame.ts'

type Snapshot = { content: Buffer; takenAt: Date }

/** What is known of one camera by this process. */
type CameraMemory = {
  picture: Snapshot | null
  problem: string | null
  /** When it was last asked; null before. */
  askedAt: Date | null
  /** When its picture was last stored. */
  storedAt: Date | null
  /** The one request that runs, which all who look wait for. */
  running: Promise<void> | null
}

/** A picture is shown for so long before another is fetched. */
const freshMs = 60_000
/** So long the last picture of a camera that is down is shown: people may be in it. */
const shownMs = 24 * 60 * 60 * 1000
/** Stored only so often: the pictures of a screen that is always on would fill the log of the database. */
const storedEveryMs = 10 * 60_000
/** Drawing takes turns with uploads, so that most of these places stay free. */
const mostAtOnce = 3

const hashOf = ({ address }: Camera) => createHash('sha256').update(address).digest('hex').slice(0, 32)

/** Runs so many at a time; the others wait in their order. */
const limitRuns = (most: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** The picture of before a restart. */
const loadMemory = async ({ db }: Services, hash: string): Promise<CameraMemory> => {
  const row = await db
    .selectFrom('webcam_pictures')
    .select(['content', 'taken_at'])
    .where('camera_hash', '=', hash)
    .executeTakeFirst()
  const picture = row ? { content: row.content, takenAt: row.taken_at } : null
  return { picture, problem: null, askedAt: null, storedAt: picture?.takenAt ?? null, running: null }
}

const storePicture = (services: Services, { camera, picture }: { camera: Camera; picture: Snapshot }): Promise<void> =>
  record(systemCtx(services), async ({ tx }) => {
    const row = { content: picture.content, taken_at: picture.takenAt }
    await tx
      .insertInto('webcam_pictures')
      .values({ camera_hash: hashOf(camera), ...row })
      .onConflict((on) => on.column('camera_hash').doUpdateSet(row))
      .execute()
    return { result: undefined }
  })

type KnownCamera = { camera: Camera; memory: CameraMemory }

const takePicture = async (services: Services, { camera, memory }: KnownCamera): Promise<void> => {
  try {
    const content = await fetchFrame(camera, await services.settings.get('WEBCAM_LOGINS'))
    const picture = { content, takenAt: services.now() }
    memory.picture = picture
    memory.problem = null
    const sinceStored = picture.takenAt.getTime() - (memory.storedAt?.getTime() ?? 0)
    if (sinceStored < storedEveryMs) return
    await storePicture(services, { camera, picture })
    memory.storedAt = picture.takenAt
  } catch (error) {
    if (error instanceof FetchFailure) memory.problem = error.message
    else services.log.error({ err: error, webcam: camera.name }, 'the picture of a webcam could not be taken')
  }
}

/** What this process knows of the cameras; those that are not in the settings any more are forgotten. */
const rememberCameras = (services: Services) => {
  const memories = new Map<string, Promise<CameraMemory>>()
  const memoryOf = (camera: Camera): Promise<CameraMemory> => {
    const hash = hashOf(camera)
    const known = memories.get(hash)
    if (known) return known
    const loading = loadMemory(services, hash)
    memories.set(hash, loading)
    loading.catch(() => memories.delete(hash))
    return loading
  }
  return async (cameras: readonly Camera[]): Promise<KnownCamera[]> => {
    const hashes = new Set(cameras.map((camera) => hashOf(camera)))
    for (const hash of memories.keys()) if (!hashes.has(hash)) memories.delete(hash)
    return Promise.all(cameras.map(async (camera) => ({ camera, memory: await memoryOf(camera) })))
  }
}

/** The cameras of the settings, each asked once a minute at most and only while they are looked at. */
export const openCameras = (services: Services) => {
  const remember = rememberCameras(services)
  const inTurn = limitRuns(mostAtOnce)

  const listKnown = async (): Promise<KnownCamera[]> => {
    const { WEBCAM_PAGE_URLS: pairs } = await services.settings.all()
    return remember(pairs.map(([name, address]) => ({ name, address })))
  }
  /** Has a new picture taken where the last try is a minute ago; all who ask meanwhile wait for the same one. */
  const refresh = (known: KnownCamera): Promise<void> => {
    const { memory } = known
    if (memory.running) return memory.running
    const now = services.now()
    if (memory.askedAt !== null && now.getTime() - memory.askedAt.getTime() < freshMs) return Promise.resolve()
    memory.askedAt = now
    memory.running = inTurn(() => takePicture(services, known)).finally(() => {
      memory.running = null
    })
    return memory.running
  }
  const isShown = ({ takenAt }: Snapshot) => services.now().getTime() - takenAt.getTime() < shownMs

  const describe = ({ camera, memory }: KnownCamera, input: { at: number; seesWhy: boolean }): Webcam => ({
    number: input.at + 1,
    name: camera.name,
    takenAt: memory.picture && isShown(memory.picture) ? memory.picture.takenAt.toISOString() : null,
    isDown: memory.problem !== null,
    isBusy: memory.running !== null,
    problem: input.seesWhy ? memory.problem : null,
  })
  return {
    /** Every camera with what is known of it; those whose picture is old are asked, but not waited for. */
    list: async ({ actor }: Ctx): Promise<{ webcams: Webcam[] }> => {
      const all = await listKnown()
      const seesWhy = actor.kind === 'member' && actor.permissions.includes('settings')
      for (const known of all) void refresh(known)
      return { webcams: all.map((known, at) => describe(known, { at, seesWhy })) }
    },
    /** The picture of a camera; waits for a new one where the last is old, and gives the last where none comes. */
    getPicture: async (number: number): Promise<Buffer> => {
      const known = (await listKnown())[number - 1]
      if (!known) throw new AppError('notFound')
      await refresh(known)
      const { picture } = known.memory
      if (!picture || !isShown(picture)) throw new AppError('noPicture')
      return picture.content
    },
  }
}
