import type { SettingKey } from '@spacekeeper/contract/index.ts'
import { openDoctor } from '../doctor/report.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import type { PhonePlatform } from './app-services.ts'
import { startApple } from './apple.testing.ts'
import { pushChecks } from './checks.ts'
import { startFirebase } from './firebase.testing.ts'
import { pushMembers } from './notices.ts'

const startedAt = new Date()
const bundleId = 'org.example.portal'

type ServiceAnswer = { status: number; reason: string; headers?: Record<string, string> }

const openStandIns = async () => {
  const clock = { now: startedAt }
  const now = () => clock.now
  const [google, apple] = await Promise.all([startFirebase({ now }), startApple({ now })])
  const portal = await startTestPortal({ firebaseUrl: google.url, appleUrl: apple.url, now })
  return { clock, google, apple, portal }
}

type StandIns = Awaited<ReturnType<typeof openStandIns>>

/** What members and the portal do. */
const actsOf = ({ portal, google, apple }: StandIns) => {
  const install = (platform: PhonePlatform) =>
    platform === 'android' ? google.install('our-space') : apple.install(bundleId)
  return {
    install,
    /** A member with a phone whose app is notified of votes. */
    reader: async (platform: PhonePlatform, phone = install(platform)) => {
      const { id } = await aMember(portal.db)
      const client = await portal.as(id)
      await client.push.addAppDevice({ platform, token: phone.token })
      await client.push.choose({ occasion: 'votes', isOn: true })
      return { id, client, phone, devices: async () => (await client.push.getState()).devices }
    },
    send: async (memberId: number, more: { title?: string; text?: string } = {}) => {
      const notice = { occasion: 'votes', title: 'A vote is open', text: 'New chairs', path: '/tools/votes/1' } as const
      await pushMembers(portal.ctx, { ...notice, ...more, memberIds: [memberId] })
      await portal.runJobs()
    },
    /** Jobs that were put off are due once the database's clock says so, which no test moves. */
    runLater: async () => {
      await portal.runAsOwner('update graphile_worker._private_jobs set run_at = now()')
      await portal.runJobs()
    },
    /** What the doctor says now. */
    look: async (name: string) => {
      const [line] = await openDoctor(pushChecks.filter((check) => check.name === name)).lookAgain(portal.ctx)
      return line
    },
  }
}

/** A portal with an app for both kinds of phones, and what stands in for Google and Apple; `reset` between tests. */
export const startPhones = async () => {
  const standIns = await openStandIns()
  const { clock, google, apple, portal } = standIns
  const account = google.createProject('our-space').generateKey()
  const team = apple.createTeam('TEAM123456')
  team.registerApp(bundleId)
  const set = async (values: Partial<Record<SettingKey, string>>) => {
    for (const [key, value] of Object.entries(values))
      await changeSetting(portal.ctx, { key: key as SettingKey, value }) // as the type of the values says
  }
  return {
    ...standIns,
    ...actsOf(standIns),
    account,
    set,
    minutes: (count: number) => new Date(startedAt.getTime() + count * 60_000),
    startedAt,
    /** Apple's key is a new one, as the clock may have gone on with the old one. */
    reset: async () => {
      clock.now = startedAt
      google.answerWith(null)
      apple.answerWith(null)
      const appleKey = team.createKey('KEY1234567')
      await set({ PUSH_FIREBASE_ACCOUNT: account.file, PUSH_APPLE_KEY: appleKey.file, PUSH_APPLE_KEY_ID: 'KEY1234567' })
      await set({ PUSH_APPLE_TEAM_ID: 'TEAM123456', PUSH_APPLE_BUNDLE_ID: bundleId })
      return appleKey
    },
    answerWith: (platform: PhonePlatform, answer: ServiceAnswer | null) => {
      const error = answer && { code: answer.status, status: answer.reason, message: '' }
      if (platform === 'android') google.answerWith(answer && { ...answer, body: { error } })
      else apple.answerWith(answer)
    },
    close: async () => {
      await portal.close()
      await google.close()
      await apple.close()
    },
  }
}
