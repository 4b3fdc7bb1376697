import { z } from 'zod'
import { routes } from '../route.ts'
import { cardFormats } from './words.ts'

/** The app for phones, as members are told of it. */
export const mobileApi = routes({
  getApp: {
    method: 'GET',
    path: '/api/mobile/',
    access: 'signedIn',
    summary: 'Where the app for phones is, what connects it to this portal, and how it writes numbers of cards.',
    output: z.object({
      /** What the code to scan says. */
      connectAddress: z.string(),
      androidUrl: z.string().nullable(),
      iosUrl: z.string().nullable(),
      cardFormat: z.enum(cardFormats),
    }),
  },
})
