import { sayCount } from '@spacekeeper/contract/formatters.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'
import { FetchFailure } from '#platform/http/guarded-fetch.ts'
import type { AppPushAnswer } from '#platform/push/app-push.ts'
import { findAppService, type PhonePlatform } from './app-services.ts'

const phoneWords = {
  android: { maker: 'Google', app: 'the Android app', to: '/manage/settings#PUSH_FIREBASE_ACCOUNT' },
  ios: { maker: 'Apple', app: 'the iPhone app', to: '/manage/settings#PUSH_APPLE_KEY' },
} as const

type ServiceProblem = { says: string; todo: string }

const newGoogleKey =
  'In Firebase, open the project of the Android app: Project settings, Service accounts, Generate new private key. Paste the file in the settings.'

const compareApple =
  'Compare the key, its ID, the team ID and where the app comes from with Apple’s developer pages. A revoked key has to be replaced.'

/** What the words of Google and Apple mean for those who set it up. */
const problems: Readonly<Record<string, ServiceProblem>> = {
  invalid_grant: {
    says: 'Google doesn’t accept the service account for the Android app. Its key was deleted, or the account is gone.',
    todo: newGoogleKey,
  },
  invalid_client: {
    says: 'Google doesn’t know the service account for the Android app.',
    todo: newGoogleKey,
  },
  wrongClock: {
    says: 'Google doesn’t accept the service account for the Android app, because the clock of the portal is wrong.',
    todo: 'Turn on automatic time on the machine the portal runs on.',
  },
  PERMISSION_DENIED: {
    says: 'The service account for the Android app isn’t allowed to send notifications in its project.',
    todo: 'Turn on the Firebase Cloud Messaging API for the project in Google’s console, or take a key of the account that Firebase made.',
  },
  NOT_FOUND: {
    says: 'Google knows no project as the service account for the Android app names it.',
    todo: newGoogleKey,
  },
  InvalidProviderToken: {
    says: 'Apple doesn’t accept the push key for the iPhone app: the key, its ID or the team ID is wrong.',
    todo: compareApple,
  },
  ExpiredProviderToken: {
    says: 'Apple doesn’t accept the push key for the iPhone app, because the clock of the portal is wrong.',
    todo: 'Turn on automatic time on the machine the portal runs on.',
  },
  BadEnvironmentKeyIdInToken: {
    says: 'The push key for the iPhone app isn’t for the push server that the settings name.',
    todo: compareApple,
  },
  TopicDisallowed: {
    says: 'The push key for the iPhone app doesn’t belong to the app of this bundle ID.',
    todo: 'Compare the bundle ID in the settings with the one the app was built under, and with the apps of the team.',
  },
}

type RefusedPhones = number

/** What a push service answered to a rehearsal; `refused`: phones whose app belongs to another project. */
export const judgeAppService = (
  platform: PhonePlatform,
  answer: AppPushAnswer,
  refused: RefusedPhones,
): HealthFinding => {
  const { maker, app, to } = phoneWords[platform]
  const { status, reason } = answer
  const problem = reason === null ? undefined : problems[reason]
  if (problem) return { state: 'wrong', ...problem, to }
  // Apple has looked at the key when it says that the phone is none.
  if (status !== 200 && reason !== 'BadDeviceToken')
    return {
      state: 'unknown',
      says: `${maker} answered with ${[status, ...(reason === null ? [] : [reason])].join(' ')} when the portal tried its key for ${app}.`,
      todo: 'Press Check again in a while. If it stays like this, compare the settings with the guide “The portal on phones”.',
      to,
    }
  if (refused === 0) return { state: 'well', says: `${maker} accepts the portal’s key for ${app}.` }
  return {
    state: 'attention',
    says: `${maker} accepts the portal’s key, but ${sayCount(refused, { one: 'one phone has', other: '{count} phones have' })} an app that belongs to another project or name.`,
    todo: 'The settings have to name the project and the app that the members’ app was built with.',
    to,
  }
}

const countRefused = async (ctx: Ctx, platform: PhonePlatform): Promise<RefusedPhones> => {
  const [row] = await readRows(
    ctx,
    sql<{ count: number }>`select count(*)::int as count from push_devices
      where platform = ${platform} and failure = 'wrongApp'`,
  )
  return row?.count ?? 0
}

/** What is still to be filled in of the four that belong to Apple's key; null where the key or nothing is there. */
const findMissing = async ({ settings }: Ctx): Promise<HealthFinding | null> => {
  if ((await settings.get('PUSH_APPLE_KEY')) === '') return null
  return {
    state: 'wrong',
    says: 'The iPhone app gets no notifications: the key is there, but its ID, the team ID or the bundle ID is missing.',
    todo: 'Fill them in under Settings, Messages, or remove the key.',
    to: '/manage/settings#PUSH_APPLE_KEY_ID',
  }
}

const findState = async (ctx: Ctx, platform: PhonePlatform): Promise<HealthFinding | null> => {
  const service = await findAppService(ctx, platform)
  if (!service) return platform === 'ios' ? findMissing(ctx) : null
  try {
    return judgeAppService(platform, await service.rehearse(), await countRefused(ctx, platform))
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    const { maker, app } = phoneWords[platform]
    return {
      state: 'attention',
      says: `The push service of ${maker} for ${app} wasn’t reached. ${error.message}`,
      todo: 'Let the portal reach the internet at port 443. Notifications are retried until they’re out of date.',
    }
  }
}

const shared = { area: 'messages', pace: 'hourly', feature: 'enablePush', timeoutMs: 40_000 } as const

export const pushChecks: readonly HealthCheck[] = [
  {
    ...shared,
    name: 'push.android',
    title: 'Notifications in the Android app',
    find: (ctx) => findState(ctx, 'android'),
  },
  { ...shared, name: 'push.ios', title: 'Notifications in the iPhone app', find: (ctx) => findState(ctx, 'ios') },
]
