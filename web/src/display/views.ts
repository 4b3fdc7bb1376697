import type { DisplayView, ShownSlide } from '@spacekeeper/contract/display/shapes.ts'

/** What fills the screen for a while. */
export type ScreenView = { key: string; seconds: number } & (
  | { kind: 'plan' | 'here' | 'broken' }
  | { kind: 'slide'; slide: ShownSlide }
)

/** The views that have something to say, in turn: the slides of the space stand between what the portal knows. */
export const viewsOf = ({ seconds, here, broken, slides }: DisplayView): ScreenView[] => [
  { key: 'plan', kind: 'plan', seconds },
  ...(here === null ? [] : [{ key: 'here', kind: 'here' as const, seconds }]), // the literal is what the type wants
  ...(broken.total === 0 ? [] : [{ key: 'broken', kind: 'broken' as const, seconds }]), // as above
  ...slides.map((slide) => ({ key: `slide-${slide.id}`, kind: 'slide' as const, slide, seconds: slide.seconds })), // as above
]

/** The view after this one; the first where this one is no longer shown. */
export const nextKey = (views: readonly ScreenView[], key: string): string => {
  const at = views.findIndex((view) => view.key === key)
  return views[(at + 1) % views.length]?.key ?? 'plan'
}

/** What is shown was right then: now while news come, else when the last came or it was asked for. */
export const rightUntil = (input: { lostAt: number | null; dataUpdatedAt: number }): number =>
  input.lostAt === null ? Infinity : Math.max(input.lostAt, input.dataUpdatedAt)

/** After so long without an answer it is said that the connection is lost. */
export const lostMs = 30_000

const steps = [0, 4, 8, 4, 0, -4, -8, -4] as const

/** Everything moves by a few pixels each minute, so that nothing burns into the screen. */
export const shiftAt = (now: number): { x: number; y: number } => {
  const minute = Math.floor(now / 60_000)
  return { x: steps[minute % steps.length] ?? 0, y: steps[Math.floor(minute / steps.length) % steps.length] ?? 0 }
}
