import { EventStream, routes } from './route.ts'

export const live = routes({
  events: {
    method: 'GET',
    path: '/api/events/',
    access: 'signedIn',
    summary:
      'Server-Sent Events: the data of each is {"topic": …}. Reconnecting clients send Last-Event-ID. Events of the type "beat" come every few seconds and say only that the line is open.',
    output: EventStream,
  },
})
