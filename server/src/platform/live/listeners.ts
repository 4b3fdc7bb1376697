import type { LiveTopic } from '@spacekeeper/contract/index.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../ctx.ts'
import { type Audience, isAudience } from './screens.ts'

/** Who listens at an open screen. */
export type EventListener = {
  /** Of one owner so many streams are open, and no more. */
  owner: string
  /** What they are told when an event happens; null where it is not for them. */
  hears: (topic: LiveTopic, audience: Audience) => LiveTopic | null
  /** Whether it may have changed who they are. */
  isChangedBy: (topic: LiveTopic, audience: Audience) => boolean
  /** Who listens there now; null: no one who may. */
  again: () => Promise<EventListener | null>
}

export const ownerOf = ({ kind, id }: { kind: Actor['kind']; id: number | string }): string => `${kind} ${id}`

type CallerLookup = Pick<FastifyInstance, 'findCaller'>

/** A member hears what they may know of. */
export const memberListener = (app: CallerLookup, input: { request: FastifyRequest; actor: Actor }): EventListener => {
  const { request, actor } = input
  return {
    owner: ownerOf({ kind: actor.kind, id: 'id' in actor ? actor.id : request.id }),
    hears: (topic, audience) => (isAudience(actor, audience) ? topic : null),
    isChangedBy: (topic, audience) => topic === 'profile' && isAudience(actor, audience),
    again: async () => {
      const now = await app.findCaller(request)
      return now.kind === 'member' ? memberListener(app, { request, actor: now }) : null
    },
  }
}
