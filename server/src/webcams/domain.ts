import type { Domain } from '#platform/domain.ts'
import { webcamRoutes } from './routes.ts'

/** So long the last picture of a camera that is down is shown. */
const keptDays = 1

export const webcamsDomain: Domain = {
  name: 'webcams',
  tables: ['webcam_pictures'],
  routes: webcamRoutes,
  retentions: [
    {
      name: 'webcamPictures',
      title: 'Last pictures of webcams',
      table: 'webcam_pictures',
      column: 'taken_at',
      days: keptDays,
      reason: 'Shown while a camera is down. People may be in them, so they go after a day.',
    },
  ],
}
