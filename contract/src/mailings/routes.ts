import { z } from 'zod'
import { LinkToken } from '../fields.ts'
import { Selection } from '../members/shapes.ts'
import { Empty, Id, routes } from '../route.ts'
import { Words, MailingPreview, Mailing } from './shapes.ts'

const mailingBody = {
  ...Words,
  selection: Selection,
  /** It also goes to members who turned news off, and to those who asked not to be written to in bulk. */
  concernsMembership: z.boolean().default(false),
}

const Params = z.object({ mailingId: Id })

/** Of the link in a news email. */
const NewsParams = z.object({ token: LinkToken })

export const mailingsApi = routes({
  preview: {
    method: 'POST',
    path: '/api/admin/mailings/preview/',
    keepsAnswers: true,
    access: 'staff.members',
    summary: 'Which members a message would reach, and how it would look.',
    body: z.object(mailingBody),
    output: MailingPreview,
  },
  start: {
    method: 'POST',
    path: '/api/admin/mailings/',
    access: 'staff.members',
    summary: 'Sends a message to exactly those the preview named, each one once.',
    body: z.object({ ...mailingBody, fingerprint: z.string().min(1).max(100), key: z.string().min(1).max(100) }),
    output: z.object({ mailingId: z.number().int() }),
    errors: ['previewOutdated'],
  },
  list: {
    method: 'GET',
    path: '/api/admin/mailings/',
    access: 'staff.members',
    summary: 'The newest messages to many members, at most ten, and how far each is.',
    output: z.object({ mailings: z.array(Mailing) }),
  },
  get: {
    method: 'GET',
    path: '/api/admin/mailings/:mailingId/',
    access: 'staff.members',
    summary: 'How far a mailing is. The messages of it are in the outbox.',
    params: Params,
    output: Mailing,
    errors: ['notFound'],
  },
  stop: {
    method: 'POST',
    path: '/api/admin/mailings/:mailingId/stop/',
    access: 'staff.members',
    summary: 'Stops a mailing: what was not sent is cancelled.',
    params: Params,
    output: z.object({ cancelled: z.number().int() }),
    errors: ['notFound', 'mailingStopped'],
  },
  retry: {
    method: 'POST',
    path: '/api/admin/mailings/:mailingId/retry/',
    access: 'staff.members',
    summary: 'Sends again what failed, or was kept while there was no mail server.',
    params: Params,
    output: z.object({ retried: z.number().int() }),
    errors: ['notFound', 'mailingStopped', 'mailNotSetUp'],
    rate: 'mail',
  },
  getNews: {
    method: 'GET',
    path: '/api/news/:token/',
    access: 'anyone',
    summary: 'Whether the member a link in a news email belongs to gets news. Changes nothing.',
    params: NewsParams,
    output: z.object({ isOn: z.boolean() }),
    errors: ['invalidLink'],
  },
  unsubscribe: {
    method: 'POST',
    path: '/api/news/:token/',
    access: 'anyone',
    summary: 'Turns news off, as the button of mail programs does it (RFC 8058). What the body says is ignored.',
    params: NewsParams,
    output: Empty,
    errors: ['invalidLink'],
  },
  setNews: {
    method: 'PUT',
    path: '/api/news/:token/',
    access: 'anyone',
    summary: 'Turns news off, or on again.',
    params: NewsParams,
    body: z.object({ isOn: z.boolean() }),
    output: Empty,
    errors: ['invalidLink'],
  },
})
