import { z } from 'zod'
import { Empty, Id, routes } from '../route.ts'
import { PushOccasionName, PushRegistrationBody, PushState, PushSubscriptionBody } from './shapes.ts'

const feature = 'enablePush'

export const pushApi = routes({
  getState: {
    method: 'GET',
    path: '/api/push/',
    access: 'signedIn',
    feature,
    summary: 'What the caller is notified of, and on which devices.',
    output: PushState,
  },
  addDevice: {
    method: 'POST',
    path: '/api/push/devices/',
    access: 'signedIn',
    feature,
    summary: 'Notifies the browser that asks, until its session ends.',
    body: PushSubscriptionBody,
    unknownFields: 'ignored',
    output: Empty,
  },
  addAppDevice: {
    method: 'POST',
    path: '/api/push/app-devices/',
    access: 'signedIn',
    feature,
    summary: 'Notifies the app on a phone that asks, until its login ends.',
    body: PushRegistrationBody,
    output: Empty,
    errors: ['appPushNotSetUp'],
  },
  removeDevice: {
    method: 'DELETE',
    path: '/api/push/devices/:pushDeviceId/',
    access: 'signedIn',
    feature,
    summary: 'Notifies one of the caller’s devices no more.',
    params: z.object({ pushDeviceId: Id }),
    output: Empty,
    errors: ['notFound'],
  },
  choose: {
    method: 'PUT',
    path: '/api/push/occasions/:occasion/',
    access: 'signedIn',
    feature,
    summary: 'Whether the caller is notified of an occasion.',
    params: z.object({ occasion: PushOccasionName }),
    body: z.object({ isOn: z.boolean() }),
    output: Empty,
  },
  test: {
    method: 'POST',
    path: '/api/push/test/',
    access: 'signedIn',
    feature,
    summary: 'Sends a notification to all devices of the caller.',
    output: Empty,
    errors: ['noPushDevice', 'tooManyRequests'],
    rate: 'mail',
  },
})
