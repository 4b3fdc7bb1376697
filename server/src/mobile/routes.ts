import { mobileApi } from '@spacekeeper/contract/mobile/routes.ts'
import { connectAddress } from '@spacekeeper/contract/mobile/words.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { serveAppLinks } from './app-links.ts'

export const mobileRoutes = (app: FastifyInstance, services: Services) => {
  serveAppLinks(app, services)
  implement(app, {
    services,
    routes: mobileApi,
    handlers: {
      getApp: async ({ ctx }) => {
        const settings = await ctx.settings.all()
        return {
          connectAddress: connectAddress(services.siteUrl),
          androidUrl: settings.MOBILE_APP_ANDROID_URL || null,
          iosUrl: settings.MOBILE_APP_IOS_URL || null,
          cardFormat: settings.MOBILE_CARD_FORMAT,
        }
      },
    },
  })
}
