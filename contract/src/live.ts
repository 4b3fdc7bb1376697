import { z } from 'zod'
import { EventStream, routes } from './route.ts'

/** `forMember`: the listener’s own number, so that a page is not told of what another member may know. */
const Listening = z.object({
  ageMs: z.coerce.number().int().min(0).max(60_000).optional(),
  lastEventId: z.string().max(100).optional(),
  forMember: z.string().max(20).optional(),
})

export const live = routes({
  events: {
    method: 'GET',
    path: '/api/events/',
    access: 'signedIn',
    summary:
      'Server-Sent Events: the data of each is {"topic": …}, with {"of": "own"} if it is about the caller alone, or "others", and with {"by": …}, the X-Request-Id of the caller’s own write, if it is of one. Reconnecting clients send Last-Event-ID, or lastEventId in the address where they can send no header; a page that begins to listen says how many milliseconds ago it asked for the first of what it shows, and hears what happened since. Events of the type "beat" come every few seconds and say that the line is open, and in their data how many are.',
    query: Listening,
    output: EventStream,
  },
  displayEvents: {
    method: 'GET',
    path: '/api/display/events/',
    access: 'anyone',
    summary:
      'The same for a screen that is authorised as a wall display: it hears only that what it shows is stale, {"topic": "display"}.',
    query: Listening,
    output: EventStream,
    errors: ['notDisplay'],
  },
})
