import type { NativePush } from '@spacekeeper/contract/mobile-shell.ts'
import type { PushState } from '@spacekeeper/contract/push/shapes.ts'
import { api } from '#platform/api/client.ts'
import { forgetPushMemory, keepPushMemory, readPushMemory } from './device-memory.ts'
import { findPhonePush, registerPhone } from './this-phone.ts'

/** Why this browser cannot be notified, before anything is asked of it. */
export type PushObstacle = 'needsHttps' | 'needsApp' | 'unable'

type BrowserFacts = { isSecure: boolean; hasPush: boolean; isApple: boolean; isInstalled: boolean }

/** On iPhones and iPads only an app on the home screen may. */
export const obstacleOf = ({ isSecure, hasPush, isApple, isInstalled }: BrowserFacts): PushObstacle | null => {
  if (!isSecure) return 'needsHttps'
  if (hasPush) return null
  return isApple && !isInstalled ? 'needsApp' : 'unable'
}

// An iPad calls itself a Mac, and is the only one that is touched in several places.
const isAppleDevice = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

export const findObstacle = (): PushObstacle | null =>
  obstacleOf({
    isSecure: window.isSecureContext,
    hasPush: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
    isApple: isAppleDevice(),
    isInstalled: window.matchMedia('(display-mode: standalone)').matches,
  })

const workerMs = 15_000

/** The worker that shows notifications; it may still be on its way. */
const findWorker = () =>
  Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, fail) => {
      setTimeout(() => fail(new Error('no worker')), workerMs)
    }),
  ])

/** A browser that was given the key of another portal, or an old one, lets go of that first. */
const subscribe = async (publicKey: string): Promise<PushSubscription> => {
  const { pushManager } = await findWorker()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    const old = await pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return pushManager.subscribe(options)
  }
}

const register = async (publicKey: string) => {
  const { endpoint = '', keys = {} } = (await subscribe(publicKey)).toJSON()
  await api.push.addDevice({ endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } })
}

export type PushOutcome = 'on' | 'blocked' | 'blockedInApp' | 'notAnswered' | 'failed' | 'failedInApp'

type PushMember = { memberId: number; hasRefusals: boolean }

const turnOnInBrowser = async (publicKey: string): Promise<PushOutcome> => {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'notAnswered'
  try {
    await register(publicKey)
  } catch {
    return 'failed'
  }
  return 'on'
}

const turnOnInApp = async (push: NativePush): Promise<PushOutcome> => {
  try {
    return (await registerPhone(push)) ? 'on' : 'blockedInApp'
  } catch {
    return 'failedInApp'
  }
}

/** Asks the browser or the phone, and has the portal notify it. */
export const turnOnPush = async (member: PushMember, state: PushState): Promise<PushOutcome> => {
  const phone = findPhonePush(state)
  if (phone === 'notSetUp') return 'failedInApp'
  const outcome = await (phone ? turnOnInApp(phone.push) : turnOnInBrowser(state.publicKey))
  if (outcome === 'on') keepPushMemory(member)
  return outcome
}

/** The browser or phone throws away its address, so that nothing arrives whatever the portal still sends. */
export const turnOffPush = async (): Promise<void> => {
  if (!readPushMemory()) return
  forgetPushMemory()
  try {
    const shell = window.mobileShell
    if (shell) return await shell.push?.unregister()
    const registration = await navigator.serviceWorker.getRegistration()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  } catch {
    // The portal notifies it no more all the same.
  }
}

const renew = async (state: PushState): Promise<boolean> => {
  const phone = findPhonePush(state)
  if (phone === 'notSetUp') return false
  // A question that no one asked for would be refused, and is asked once.
  if (phone) return (await phone.push.permission()) === 'granted' && registerPhone(phone.push)
  if (findObstacle() !== null || Notification.permission !== 'granted') return false
  await register(state.publicKey)
  return true
}

/** After another login of the same member, or with a new address of the browser or phone, the portal is told again. */
export const renewPush = async (memberId: number): Promise<void> => {
  if (readPushMemory()?.memberId !== memberId) return
  try {
    const state = await api.push.getState()
    if (await renew(state)) keepPushMemory({ memberId, hasRefusals: state.occasions.includes('refusedCard') })
  } catch {
    // The next visit tries again; the profile shows how things stand.
  }
}
