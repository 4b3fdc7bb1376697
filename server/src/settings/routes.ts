import { settingsApi } from '@spacekeeper/contract/settings/routes.ts'
import type { FastifyInstance } from 'fastify'
import { listWebhooks } from '#platform/chat/list-webhooks.ts'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { serveImages, uploadImage } from './images.ts'
import {
  changeSetting,
  listSettings,
  getSetting,
  knownKey,
  describeSettings,
  listSettingChanges,
  resetSetting,
} from './settings.ts'
import { testWebhook } from './webhooks.ts'

export const settingRoutes = (app: FastifyInstance, services: Services) => {
  serveImages(app, services)
  implement(app, {
    services,
    routes: settingsApi,
    handlers: {
      list: ({ ctx }) => listSettings(ctx),
      get: ({ ctx, input }) => getSetting(ctx, input.key),
      update: async ({ ctx, input }) => {
        const key = knownKey(input.key)
        return { key, value: await changeSetting(ctx, { key, value: input.value }) }
      },
      reset: ({ ctx, input }) => resetSetting(ctx, knownKey(input.key)),
      describe: async ({ ctx }) => ({ settings: await describeSettings(ctx) }),
      listChanges: async ({ ctx, input }) => ({ changes: await listSettingChanges(ctx, knownKey(input.key)) }),
      uploadImage: async ({ ctx, input }) => ({ key: input.key, value: await uploadImage(ctx, input) }),
      listChats: async ({ ctx }) => ({ chats: await listWebhooks(ctx) }),
      testChat: ({ ctx, input }) => testWebhook(ctx, input.key),
    },
  })
}
