import { settings, type SettingKey } from '@spacekeeper/contract/index.ts'
import type { Setting } from '@spacekeeper/contract/setting.ts'
import { settingsApi } from '@spacekeeper/contract/settings/routes.ts'
import type { FastifyInstance } from 'fastify'
import { listWebhooks } from '#platform/chat/list-webhooks.ts'
import type { Ctx, Services } from '#platform/ctx.ts'
import { demandProof } from '#platform/http/access.ts'
import { implement } from '#platform/http/implement.ts'
import { serveAppIcons } from './app-icons.ts'
import { serveImages, uploadImage } from './images.ts'
import { serveManifest } from './manifest.ts'
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

/** Changes of some settings are for callers who just proved who they are. */
const demandProofFor = (ctx: Ctx, key: SettingKey) => {
  const setting: Setting = settings[key]
  if (setting.isSecret || setting.needsProof) demandProof(ctx)
}

export const settingRoutes = (app: FastifyInstance, services: Services) => {
  serveImages(app, services)
  serveAppIcons(app, services)
  serveManifest(app, services)
  implement(app, {
    services,
    routes: settingsApi,
    handlers: {
      list: ({ ctx }) => listSettings(ctx),
      get: ({ ctx, input }) => getSetting(ctx, input.key),
      update: async ({ ctx, input }) => {
        const key = knownKey(input.key)
        demandProofFor(ctx, key)
        return { key, value: await changeSetting(ctx, { key, value: input.value }) }
      },
      reset: ({ ctx, input }) => {
        const key = knownKey(input.key)
        demandProofFor(ctx, key)
        return resetSetting(ctx, key)
      },
      describe: async ({ ctx }) => ({ settings: await describeSettings(ctx) }),
      listChanges: async ({ ctx, input }) => ({ changes: await listSettingChanges(ctx, knownKey(input.key)) }),
      uploadImage: async ({ ctx, input }) => ({ key: input.key, value: await uploadImage(ctx, input) }),
      listChats: async ({ ctx }) => ({ chats: await listWebhooks(ctx) }),
      testChat: ({ ctx, input }) => testWebhook(ctx, input.key),
    },
  })
}
