import type { RehearsalStanding } from '@spacekeeper/contract/rehearsal/shapes.ts'
import { AppError, errorWords } from '#platform/http/app-error.ts'
import { addDays, type Day, earlierDay, laterDay } from '#platform/local-day.ts'
import { type ActOrder, passExpiry, perform, silentMails, type Wallet } from './acts.ts'
import { listRehearsalPlans, type RehearsalOffers } from './offers.ts'
import { openStage, settleStage, type StageParts, todayOf, walkTo } from './stage.ts'
import { describeStanding, nextPaymentOn, type PlayScene } from './standing.ts'
import { openStory, type MemberSight } from './story.ts'
import { tour, type TourStep } from './tour.ts'

export type MoveOrder = { by: 'day' | 'week' | 'payment' | 'date'; to: Day | null }

/** How far one move goes at most: a year and a day. */
const farthest = 366

type PlayedScene = PlayScene & { onStanding: (standing: RehearsalStanding) => void }

const show = async (scene: PlayedScene): Promise<void> => scene.onStanding(await describeStanding(scene))

const walk = (scene: PlayedScene, to: Day, isDone: (sight: MemberSight) => boolean = () => false): Promise<void> => {
  const { stage, story, wallet } = scene
  return walkTo(stage, to, async () => {
    const sight = await story.look()
    if (await passExpiry({ stage, wallet, sight })) {
      await settleStage(stage)
      await story.look(silentMails.failCard)
    }
    await show(scene)
    return !isDone(story.sight())
  })
}

const move = async (scene: PlayedScene, { by, to }: MoveOrder): Promise<void> => {
  const today = todayOf(scene.stage)
  const days = {
    day: addDays(today, 1),
    week: addDays(today, 7),
    payment: nextPaymentOn(scene.story.sight(), scene) ?? addDays(today, 7),
    date: to ?? today,
  }
  await walk(scene, earlierDay(days[by], addDays(today, farthest)))
}

const act = async (scene: PlayedScene, order: ActOrder): Promise<void> => {
  const { stage, story, wallet } = scene
  story.tell({ kind: 'act', act: order.act })
  try {
    await perform({ stage, wallet, sight: story.sight() }, order)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    story.tell({ kind: 'impossible', about: errorWords(error) })
  }
  await settleStage(stage)
  await story.look(silentMails[order.act])
  await show(scene)
}

const step = (scene: PlayedScene, next: TourStep): Promise<void> => {
  const today = todayOf(scene.stage)
  if ('act' in next) return act(scene, { act: next.act, planId: scene.plans[0]?.id ?? null, way: 'card' })
  if ('to' in next) return move(scene, { by: next.to, to: null })
  if ('toDay' in next) return walk(scene, laterDay(today, addDays(scene.tourBegunOn, next.toDay)))
  return walk(scene, addDays(today, next.atMost), ({ plan, isDoorOpen }) =>
    next.until === 'ended' ? plan?.state === 'ended' : plan !== null && !isDoorOpen,
  )
}

/** Plays the tour until it is over or is not to go on. */
const playTour = async (scene: PlayedScene, goesOn: () => Promise<boolean>): Promise<void> => {
  scene.tourBegunOn = todayOf(scene.stage)
  for (const next of tour) {
    if (!(await goesOn())) return
    await step(scene, next)
  }
}

/** A rehearsal: a clock, one member, and all that happens to them. One order at a time. */
export const openPlay = async (
  parts: StageParts,
  { offers, onStanding }: { offers: RehearsalOffers; onStanding: (standing: RehearsalStanding) => void },
) => {
  const stage = await openStage(parts, offers)
  const found = await listRehearsalPlans(stage.ctx)
  // The tour joins with the first: a plan by the month shows most.
  const plans = found
    .toSorted((a, b) => Number(b.interval === 'month') - Number(a.interval === 'month'))
    .map(({ interval: _, ...plan }) => plan)
  const begunOn = todayOf(stage)
  const wallet: Wallet = { card: 'none', lastDay: null }
  const scene = { stage, story: openStory(stage), wallet, begunOn, tourBegunOn: begunOn, plans, onStanding }
  scene.story.tell({ kind: 'begun' })
  await scene.story.look()
  await show(scene)
  return {
    move: (order: MoveOrder) => move(scene, order),
    act: (order: ActOrder) => act(scene, order),
    play: (goesOn: () => Promise<boolean>) => playTour(scene, goesOn),
  }
}

export type Play = Awaited<ReturnType<typeof openPlay>>
