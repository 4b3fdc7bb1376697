import { type FirebaseAccount, readAppleKey, readFirebaseAccount } from '@spacekeeper/contract/push/settings.ts'
import type { phonePlatforms } from '@spacekeeper/contract/push/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AppPushService } from '#platform/push/app-push.ts'
import { type AppleKey, openApple } from '#platform/push/apple.ts'
import { openFirebase } from '#platform/push/firebase.ts'

export type PhonePlatform = (typeof phonePlatforms)[number]

const findFirebaseAccount = async ({ settings }: Ctx): Promise<FirebaseAccount | null> =>
  readFirebaseAccount(await settings.get('PUSH_FIREBASE_ACCOUNT'))

const findAppleKey = async ({ settings }: Ctx): Promise<AppleKey | null> => {
  const all = await settings.all()
  const key = readAppleKey(all.PUSH_APPLE_KEY)
  const { PUSH_APPLE_KEY_ID: keyId, PUSH_APPLE_TEAM_ID: teamId, PUSH_APPLE_BUNDLE_ID: bundleId } = all
  if (key === null || keyId === '' || teamId === '' || bundleId === '') return null
  return { key, keyId, teamId, bundleId, server: all.PUSH_APPLE_SERVER }
}

/** The phones whose app the space has set up to be notified. */
export const listAppPlatforms = async (ctx: Ctx): Promise<PhonePlatform[]> => {
  const [firebase, apple] = await Promise.all([findFirebaseAccount(ctx), findAppleKey(ctx)])
  return [...(firebase ? (['android'] as const) : []), ...(apple ? (['ios'] as const) : [])]
}

type OpenedService = { settings: string; service: AppPushService }

/** What is open in each portal of this process: its access tokens and its connection, until its settings change. */
const openedIn = new WeakMap<object, Map<PhonePlatform, OpenedService>>()

const openOnce = (
  ctx: Ctx,
  input: { platform: PhonePlatform; settings: string; open: () => AppPushService },
): AppPushService => {
  const { platform, settings, open } = input
  const opened = openedIn.get(ctx.live) ?? new Map<PhonePlatform, OpenedService>()
  openedIn.set(ctx.live, opened)
  const known = opened.get(platform)
  if (known?.settings === settings) return known.service
  const service = open()
  opened.set(platform, { settings, service })
  return service
}

/** What notifies the app on phones of this kind; null where the space has not set it up. */
export const findAppService = async (ctx: Ctx, platform: PhonePlatform): Promise<AppPushService | null> => {
  const { now } = ctx
  if (platform === 'android') {
    const account = await findFirebaseAccount(ctx)
    const url = ctx.firebaseUrl
    const settings = JSON.stringify(account)
    return account && openOnce(ctx, { platform, settings, open: () => openFirebase({ account, url, now }) })
  }
  const appleKey = await findAppleKey(ctx)
  const url = ctx.appleUrl
  const settings = JSON.stringify(appleKey)
  return appleKey && openOnce(ctx, { platform, settings, open: () => openApple({ appleKey, url, now }) })
}
