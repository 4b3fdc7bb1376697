import type { LiveTopic } from '@spacekeeper/contract/index.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#platform/http/app-error.ts'
import type { EventListener } from '#platform/live/listeners.ts'

/** What a view is made of (server/src/display/view.ts). */
const shownTopics: readonly LiveTopic[] = [
  'visits',
  'directory',
  'openings',
  'meetings',
  'access',
  'issues',
  'display',
  'config',
  'reset',
]

type FindKiosk = Pick<FastifyInstance, 'findKiosk'>

const listenerOf = (app: FindKiosk, input: { request: FastifyRequest; kioskId: number }): EventListener => ({
  owner: `display ${input.kioskId}`,
  /** Only that its view is stale: a screen without a login learns of no member, and not what happened. */
  hears: (topic, audience) => {
    const isOfOne = typeof audience === 'object' && 'memberId' in audience
    return !isOfOne && shownTopics.includes(topic) ? 'display' : null
  },
  isChangedBy: (topic) => topic === 'kiosks',
  again: () => findListener(app, input.request),
})

const findListener = async (app: FindKiosk, request: FastifyRequest): Promise<EventListener | null> => {
  const kiosk = await app.findKiosk(request)
  return kiosk?.isDisplay ? listenerOf(app, { request, kioskId: kiosk.id }) : null
}

/** A wall display listens while staff let it show what it shows. */
export const displayListener = async (app: FindKiosk, request: FastifyRequest): Promise<EventListener> => {
  const listener = await findListener(app, request)
  if (!listener) throw new AppError('notDisplay')
  return listener
}
