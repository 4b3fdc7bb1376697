import { beforeEach, expect, test, vi } from 'vitest'
import { nativePush, pathIn } from './native-push.ts'

type PushListener = (data: unknown) => void

/** The phone below the plugin: what Capacitor's own bridge gives a page on Android. It is there before the plugin is read. */
const phone = vi.hoisted(() => {
  const listeners = new Map<string, PushListener>()
  const answers = { receive: 'granted', onRegister: (): void => undefined }
  const methods: Record<string, () => unknown> = {
    checkPermissions: () => ({ receive: answers.receive }),
    requestPermissions: () => ({ receive: answers.receive }),
    register: () => answers.onRegister(),
    unregister: () => undefined,
  }
  Object.assign(globalThis, {
    androidBridge: {},
    Capacitor: {
      PluginHeaders: [
        {
          name: 'PushNotifications',
          methods: [
            ...Object.keys(methods).map((name) => ({ name, rtype: 'promise' })),
            { name: 'addListener' },
            { name: 'removeListener' },
          ],
        },
      ],
      nativePromise: async (_plugin: string, method: string) => methods[method]?.(),
      nativeCallback: async (
        ...[, method, { eventName }, heard]: [string, string, { eventName: string }, PushListener]
      ) => {
        if (method === 'addListener') listeners.set(eventName, heard)
        else listeners.delete(eventName)
        return eventName
      },
    },
  })
  return { listeners, answers, tell: (event: string, data: unknown) => listeners.get(event)?.(data) }
})

beforeEach(() => {
  phone.listeners.clear()
  phone.answers.receive = 'granted'
})

test('a member who allows notifications registers the phone, which listens no longer than that', async () => {
  phone.answers.onRegister = () => phone.tell('registration', { value: 'token-1' })
  expect(await nativePush('android').register()).toEqual({ platform: 'android', token: 'token-1' })
  await expect.poll(() => phone.listeners.size).toBe(0)
})

test('a member who refuses them registers nothing', async () => {
  phone.answers.receive = 'denied'
  expect(await nativePush('android').register()).toBeNull()
  expect(await nativePush('android').permission()).toBe('denied')
  phone.answers.receive = 'prompt-with-rationale'
  expect(await nativePush('android').permission()).toBe('prompt')
})

test('what the phone’s service says against it reaches the caller', async () => {
  phone.answers.onRegister = () => phone.tell('registrationError', { error: 'no play services' })
  await expect(nativePush('android').register()).rejects.toThrow('no play services')
})

test('a notification that is tapped leads to the page it names, until the page listens no more', async () => {
  const opened: string[] = []
  const stop = nativePush('ios').onOpened((path) => opened.push(path))
  await expect.poll(() => phone.listeners.size).toBe(1)
  phone.tell('pushNotificationActionPerformed', {
    actionId: 'tap',
    notification: { data: { path: '/account/access' } },
  })
  expect(opened).toEqual(['/account/access'])
  stop()
  await expect.poll(() => phone.listeners.size).toBe(0)
})

test.each([
  undefined,
  {},
  { path: 7 },
  { path: 'https://evil.example' },
  { path: '//evil.example' },
  { path: '/\\evil' },
])('what names no path of the portal leads to the first page: %j', (data) => {
  expect(pathIn(data)).toBe('/dashboard')
})
