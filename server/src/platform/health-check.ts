import type { HealthArea, HealthState } from '@spacekeeper/contract/doctor/words.ts'
import type { Feature } from '@spacekeeper/contract/features.ts'
import type { Ctx } from './ctx.ts'

/** What a check found, in sentences that a volunteer understands. Never a secret, and no member by name. */
export type HealthFinding = {
  /** What was found. `{at}` in it stands for the instant below, which readers see in their own time. */
  says: string
  at?: Date | undefined
} & (
  | { state: 'well' }
  | {
      state: Exclude<HealthState, 'well'>
      /** What to do about it, in one or two sentences. */
      todo: string
      /** The page of the portal where it is done, such as `/manage/settings#SMS_ENABLE`. */
      to?: `/${string}`
      /** The home page already tells staff of it by a line of its own. */
      isToldOnHome?: boolean
    }
)

/**
 * Something the doctor looks at, declared by the domain that knows of it. `now`: whenever a report is asked for, so it
 * costs a query or two. `hourly` and `daily`: what asks others or takes long is left to a job; staff can ask for it.
 */
export type HealthCheck = {
  /** Its result is kept under this name, such as `stripe.keys`. */
  name: `${string}.${string}`
  area: HealthArea
  /** What is looked at. */
  title: string
  pace: 'now' | 'hourly' | 'daily'
  /** While this is off there is nothing to look at, and nothing that was not looked at yet. */
  feature?: Feature
  /** After so long it counts as unknown; ten seconds unless told. */
  timeoutMs?: number
  /** Null where there is nothing to look at, as with a feature that is off. The signal says that no one waits any more. */
  find: (ctx: Ctx, signal: AbortSignal) => Promise<HealthFinding | null>
}

const attentionMs = 10_000
/** Signatures of webhooks are refused at five minutes. */
const wrongMs = 2 * 60_000

/** What the clock of another server says of ours: of its `Date` header, which knows whole seconds. */
export const compareClocks = (input: { ours: Date; theirs: Date; whose: string }): HealthFinding => {
  const { ours, theirs, whose } = input
  const differenceMs = ours.getTime() - theirs.getTime()
  const off = Math.abs(differenceMs)
  if (off < attentionMs) return { state: 'well', says: `The portal and ${whose} have the same time.` }
  const seconds = Math.round(off / 1000)
  const direction = differenceMs > 0 ? 'ahead of' : 'behind'
  return {
    state: off < wrongMs ? 'attention' : 'wrong',
    says: `The clock of the portal is ${seconds} seconds ${direction} ${whose}.`,
    todo: 'Turn on automatic time on the machine the portal runs on. A wrong clock ends logins early and refuses payments.',
  }
}
