import { z } from 'zod'
import { routes } from '../route.ts'
import { cardFormats } from './words.ts'

/** The app for phones, as members are told of it. */
export const mobileApi = routes({
  getApp: {
    method: 'GET',
    path: '/api/mobile/',
    access: 'signedIn',
    summary: 'Whether the space has an app for phones, where it is, and what connects it to this portal.',
    output: z.object({
      isOffered: z.boolean(),
      /** What the code to scan says. */
      connectAddress: z.string(),
      androidUrl: z.string().nullable(),
      iosUrl: z.string().nullable(),
      cardFormat: z.enum(cardFormats),
    }),
  },
})
