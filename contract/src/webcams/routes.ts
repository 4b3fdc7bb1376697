import { z } from 'zod'
import { Download, Id, Instant, routes } from '../route.ts'

export const Webcam = z.object({
  /** Its place in the list, from 1. */
  number: z.number().int(),
  name: z.string(),
  /** When its picture was taken; null without one. */
  takenAt: Instant.nullable(),
  /** The last try to have a picture of it failed. */
  isDown: z.boolean(),
  /** A new picture is being fetched. */
  isBusy: z.boolean(),
  /** Why there is no new picture, for staff who can change that. */
  problem: z.string().nullable(),
})

export type Webcam = z.infer<typeof Webcam>

const feature = 'enableWebcams'

export const webcamsApi = routes({
  list: {
    method: 'GET',
    path: '/api/webcams/',
    access: 'signedIn',
    kiosk: true,
    feature,
    summary: 'The webcams of the space. Asking for them has pictures older than a minute fetched anew.',
    output: z.object({ webcams: z.array(Webcam) }),
  },
  getPicture: {
    method: 'GET',
    path: '/api/webcams/:number/picture/',
    access: 'signedIn',
    kiosk: true,
    feature,
    summary: 'The last picture of a webcam, at most a minute old while the camera answers.',
    params: z.object({ number: Id }),
    output: Download,
    errors: ['notFound', 'noPicture'],
  },
})
