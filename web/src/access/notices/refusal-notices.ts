import type { OwnRefusal } from '@spacekeeper/contract/access/shapes.ts'
import { describeKey } from '#platform/i18n/use-text.ts'
import { readPushMemory } from '../../push/device-memory.ts'
import { refusalTitle } from '../refusals.ts'

// The browser shows these while a tab of the portal is open somewhere behind others. Each device decides for itself, and
// each member on it.

const keyOf = (memberId: number) => `refusalNotices:${memberId}`

/** Phones may have the interface and refuse to use it outside of a service worker; that shows when it is turned on. */
export const canNotify = () => 'Notification' in window

export const isNotifying = (memberId: number): boolean => {
  try {
    return canNotify() && Notification.permission === 'granted' && localStorage.getItem(keyOf(memberId)) === 'on'
  } catch {
    return false
  }
}

const show = (title: string, options: NotificationOptions): boolean => {
  try {
    const notice = new Notification(title, options)
    notice.addEventListener('click', () => {
      window.focus()
      notice.close()
    })
    return true
  } catch {
    return false
  }
}

type NoticesOutcome = 'on' | 'blocked' | 'unable'

/** Asks the browser, and shows a first one, so that a device that cannot says so now. */
export const turnOnNotices = async (memberId: number): Promise<NoticesOutcome> => {
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
  const text = { body: describeKey('access:noticeTryText'), tag: 'refusal-try' }
  if (!show(describeKey('access:noticeTryTitle'), text)) return 'unable'
  try {
    localStorage.setItem(keyOf(memberId), 'on')
    return 'on'
  } catch {
    return 'unable'
  }
}

/** Only a browser that keeps something is asked to forget it. */
export const turnOffNotices = (memberId: number) => localStorage.removeItem(keyOf(memberId))

/** Several hidden tabs show one: the tag is the same. */
export const notifyRefused = (refusal: OwnRefusal, memberId: number) => {
  const push = readPushMemory()
  // The portal notifies this device itself, and once is enough.
  if (push?.memberId === memberId && push.hasRefusals) return
  if (!isNotifying(memberId)) return
  const title = describeKey('access:refusedAt', { name: refusal.device.name })
  const body = `${refusalTitle(refusal)}. ${describeKey(`access:${refusal.refusal}.cause`)}`
  show(title, { body, tag: `refusal-${refusal.id}` })
}
