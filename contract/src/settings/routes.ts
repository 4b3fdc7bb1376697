import { z } from 'zod'
import { routes, Empty, pictureUpload } from '../route.ts'
import { SettingState, SettingChange, SiteImage, ChatState, ChatWebhook } from './shapes.ts'

const SettingKey = z.string().min(1).max(100)

/** A setting as existing clients know it. Its value has the type that its key asks for. */
const KeyAndValue = z.object({ key: z.string(), value: z.unknown() })

export const settingsApi = routes({
  list: {
    method: 'GET',
    path: '/api/admin/settings/',
    access: 'staff.settings',
    summary: 'Every setting with its value; secrets are left out.',
    output: z.array(KeyAndValue),
  },
  get: {
    method: 'GET',
    path: '/api/admin/settings/:key/',
    access: 'staff.settings',
    summary: 'One setting. Secrets are not found.',
    params: z.object({ key: SettingKey }),
    output: KeyAndValue,
    errors: ['notFound'],
  },
  update: {
    method: 'PUT',
    path: '/api/admin/settings/:key/',
    access: 'staff.settings',
    summary: 'Sets a setting; its value is checked. Secrets and some others only by administrators.',
    params: z.object({ key: SettingKey }),
    body: z.object({ value: z.unknown() }),
    output: KeyAndValue,
    errors: ['notFound', 'notAllowed'],
  },
  reset: {
    method: 'DELETE',
    path: '/api/admin/settings/:key/',
    access: 'staff.settings',
    summary: 'Back to the default; a secret is removed. Secrets and some others only by administrators.',
    params: z.object({ key: SettingKey }),
    output: Empty,
    errors: ['notFound', 'notAllowed'],
  },
  describe: {
    method: 'GET',
    path: '/api/admin/site/settings/',
    access: 'staff.settings',
    summary: 'Every setting with who changed it last and when; of secrets only whether they are set.',
    output: z.object({ settings: z.array(SettingState) }),
  },
  listChanges: {
    method: 'GET',
    path: '/api/admin/site/settings/:key/changes/',
    access: 'staff.settings',
    summary: 'The last 20 changes of a setting, newest first.',
    params: z.object({ key: SettingKey }),
    output: z.object({ changes: z.array(SettingChange) }),
    errors: ['notFound'],
  },
  uploadImage: {
    method: 'PUT',
    path: '/api/admin/site/images/:key/',
    access: 'staff.settings',
    summary: 'Makes a picture of the site of what is uploaded, and sets it. DELETE the setting to go back.',
    params: z.object({ key: SiteImage }),
    upload: pictureUpload,
    output: KeyAndValue,
    errors: ['tooLarge', 'wrongType', 'tooManyRequests'],
  },
  listChats: {
    method: 'GET',
    path: '/api/admin/site/chats/',
    access: 'staff.settings',
    summary: 'The chat webhooks: whether posts arrive, what waits, and why one fails. Their addresses are secrets.',
    output: z.object({ chats: z.array(ChatState) }),
  },
  testChat: {
    method: 'POST',
    path: '/api/admin/site/chats/:key/test/',
    keepsAnswers: true,
    access: 'staff.settings',
    summary: 'Queues a test post; whether it arrived stands in the list.',
    params: z.object({ key: ChatWebhook }),
    output: Empty,
  },
})
