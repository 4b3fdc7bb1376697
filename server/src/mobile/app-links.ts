// On its own: addresses that no contract has, because phones and not our clients read them.
import { appLinkPaths, fingerprintsIn } from '@spacekeeper/contract/mobile/words.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'

type AppLinkSettings = {
  MOBILE_APP_ANDROID_PACKAGE: string
  MOBILE_APP_ANDROID_FINGERPRINTS: string
  PUSH_APPLE_TEAM_ID: string
  PUSH_APPLE_BUNDLE_ID: string
}

/** By which certificates Android knows the app that may open links to this portal; null where there is none. */
export const describeAndroidApp = (settings: AppLinkSettings): object[] | null => {
  const { MOBILE_APP_ANDROID_PACKAGE: name, MOBILE_APP_ANDROID_FINGERPRINTS: list } = settings
  const fingerprints = fingerprintsIn(list) ?? []
  if (name === '' || fingerprints.length === 0) return null
  const target = { namespace: 'android_app', package_name: name, sha256_cert_fingerprints: fingerprints }
  return [{ relation: ['delegate_permission/common.handle_all_urls'], target }]
}

/** The same for the iPhone, which is also told which links. */
export const describeIosApp = (settings: AppLinkSettings): object | null => {
  const { PUSH_APPLE_TEAM_ID: team, PUSH_APPLE_BUNDLE_ID: bundle } = settings
  if (team === '' || bundle === '') return null
  const components = appLinkPaths.map((path) => ({ '/': `${path}*` }))
  return { applinks: { details: [{ appIDs: [`${team}.${bundle}`], components }] } }
}

const answer = (reply: FastifyReply, document: object | null) => {
  if (document === null) throw new AppError('notFound')
  // The type is what Apple asks for: its file has no ending.
  return reply.type('application/json').header('cache-control', 'public, max-age=3600').send(document)
}

export const serveAppLinks = (app: FastifyInstance, { settings }: Services) => {
  app.get('/.well-known/assetlinks.json', async (_request, reply) =>
    answer(reply, describeAndroidApp(await settings.all())),
  )
  app.get('/.well-known/apple-app-site-association', async (_request, reply) =>
    answer(reply, describeIosApp(await settings.all())),
  )
}
