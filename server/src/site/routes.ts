import { site } from '@spacekeeper/contract/site.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { listWebhooks } from '#platform/chat/list-webhooks.ts'
import { implement } from '#platform/http/implement.ts'
import { changeSetting } from './change-setting.ts'
import { describeSettings, getSetting, knownKey, listSettingChanges, listSettings } from './list-settings.ts'
import { getConfig } from './queries.ts'
import { resetSetting } from './reset-setting.ts'
import { serveImages } from './serve-images.ts'
import { testWebhook } from './test-webhook.ts'
import { uploadImage } from './upload-image.ts'

export const siteRoutes = (app: FastifyInstance, services: Services) => {
  serveImages(app, services)
  implement(app, {
    services,
    routes: site,
    handlers: {
      getConfig: async ({ ctx, request }) => getConfig(ctx, await app.findKiosk(request)),
      listSettings: ({ ctx }) => listSettings(ctx),
      getSetting: ({ ctx, input }) => getSetting(ctx, input.key),
      changeSetting: async ({ ctx, input }) => {
        const key = knownKey(input.key)
        return { key, value: await changeSetting(ctx, { key, value: input.value }) }
      },
      resetSetting: ({ ctx, input }) => resetSetting(ctx, knownKey(input.key)),
      describeSettings: async ({ ctx }) => ({ settings: await describeSettings(ctx) }),
      listSettingChanges: async ({ ctx, input }) => ({ changes: await listSettingChanges(ctx, knownKey(input.key)) }),
      uploadImage: async ({ ctx, input }) => ({ key: input.key, value: await uploadImage(ctx, input) }),
      listChats: async ({ ctx }) => ({ chats: await listWebhooks(ctx) }),
      testChat: ({ ctx, input }) => testWebhook(ctx, input.key),
    },
  })
}
