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
  displayEvents: {
    method: 'GET',
    path: '/api/display/events/',
    access: 'anyone',
    summary:
      'The same for a screen that is authorised as a wall display: it hears only that what it shows is stale, {"topic": "display"}.',
    output: EventStream,
    errors: ['notDisplay'],
  },
})
