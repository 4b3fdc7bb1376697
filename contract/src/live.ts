import { z } from 'zod'
import { EventStream, routes } from './route.ts'

/**
 * What can change on an open screen. An event says which queries are stale, never what is in them,
 * so whoever hears it asks again and gets only what he may see.
 * `reset`: events may have been missed; everything live is stale.
 */
export const liveTopics = [
  'swipes',
  'access',
  'visits',
  'profile',
  'members',
  'devices',
  'kiosks',
  'messages',
  'memberbucks',
  'chat',
  'audits',
  'config',
  'reset',
] as const
export const LiveTopic = z.enum(liveTopics)
export type LiveTopic = z.infer<typeof LiveTopic>

export const LiveEvent = z.object({ topic: LiveTopic })
export type LiveEvent = z.infer<typeof LiveEvent>

export const live = routes({
  events: {
    method: 'GET',
    path: '/api/events/',
    access: 'signedIn',
    summary: 'Server-Sent Events: the data of each is {"topic": …}. Reconnecting clients send Last-Event-ID.',
    output: EventStream,
  },
})
