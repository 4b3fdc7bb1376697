import type { Ctx } from '#platform/ctx.ts'
import { addressOfTheme } from './rules.ts'

const timeoutMs = 3_000
/** At once, in this process. Somebody whose theme is left out when a crowd comes misses a song, and nothing else. */
const mostPlaying = 4
/** A player that is gone is not worth a line for each swipe. */
const warnEveryMs = 10 * 60_000

let playing = 0
let warnedAt = Number.NEGATIVE_INFINITY

/** `deviceId`: where it was; nothing is played where that device plays no themes. */
type Wanted = { memberId: number; deviceId?: number }

const findName = async (ctx: Ctx, { memberId, deviceId }: Wanted): Promise<string | null> => {
  const member = await ctx.db
    .selectFrom('members as m')
    .select('m.screen_name')
    .where('m.id', '=', memberId)
    .where('m.closed_at', 'is', null)
    .$if(deviceId !== undefined, (query) =>
      query.where((is) =>
        is.exists(
          is
            .selectFrom('devices as d')
            .select('d.id')
            .where('d.id', '=', deviceId ?? 0)
            .where('d.plays_theme', '=', true),
        ),
      ),
    )
    .executeTakeFirst()
  return member?.screen_name ?? null
}

const call = async (address: string) => {
  const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
  await answer.body?.cancel()
  if (answer.status >= 400) throw new Error(`the player answered ${answer.status}`)
}

const warn = (ctx: Ctx, error: unknown) => {
  const now = ctx.now().getTime()
  if (now - warnedAt < warnEveryMs) return
  warnedAt = now
  // The reason alone: what fetch throws names the address, with the member in it.
  const reason = error instanceof Error ? error.message : 'unknown'
  ctx.log.warn({ reason }, 'a theme was not played; more of the same is not logged for ten minutes')
}

const play = async (ctx: Ctx, wanted: Wanted) => {
  const { ENABLE_THEME_SWIPE: isOn, THEME_SWIPE_URL: template } = await ctx.settings.all()
  if (!isOn || template === '' || playing >= mostPlaying) return
  playing += 1
  try {
    const name = await findName(ctx, wanted)
    if (name !== null) await call(addressOfTheme(template, name))
  } finally {
    playing -= 1
  }
}

/**
 * Has the theme of somebody played who was let in. Called after whoever let him in has its answer; returns at once, is
 * tried once, and what fails is only noted.
 */
export const playTheme = (ctx: Ctx, wanted: Wanted): void => {
  play(ctx, wanted).catch((error: unknown) => warn(ctx, error))
}
