import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestSmtpServer, type TestSmtpServer } from '#platform/mail/smtp-server.testing.ts'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { erasedColumns } from '../members/fields.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { sendMailing } from './mailing-delivery.ts'
import { newsUrl } from './news.ts'

let smtp: TestSmtpServer
let portal: TestPortal
let api: TestClient
let anyone: TestClient
let count = 0

beforeAll(async () => {
  smtp = await startTestSmtpServer()
  portal = await startTestPortal({ smtpUrl: smtp.url })
  api = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  anyone = await portal.as(null)
})
afterEach(() => {
  smtp.mails.length = 0
})
afterAll(async () => {
  await portal.close()
  await smtp.close()
})

const aReader = () => {
  count += 1
  return aMember(portal.db, { firstName: 'Abe', lastName: `reader${count}x` })
}
const send = async (memberId: number, concernsMembership = false) => {
  const mailing = { selection: { memberIds: [memberId] }, subject: 'Kiln', text: 'It works.', concernsMembership }
  const { fingerprint, key } = await api.mailings.preview(mailing)
  return api.mailings.start({ ...mailing, fingerprint, key })
}
const tokenFor = (memberId: number) => newsUrl(portal.ctx, memberId).split('/').at(-1) ?? ''
const wantsNews = async (memberId: number) => (await api.members.getDetails({ memberId })).wantsNews
const headerOf = (name: string) =>
  smtp.mails.map(({ headers }) => headers.find(({ key }) => key === name)?.value).filter((value) => value !== undefined)

test('the button of mail programs turns news off with one post, without a login', async () => {
  const { id } = await aReader()
  await send(id)
  await portal.runJobs()
  expect(headerOf('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
  const url = new URL((headerOf('list-unsubscribe')[0] ?? '').replaceAll(/[<>]/g, ''))
  const answer = await portal.app.inject({
    method: 'POST',
    url: url.pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(answer.statusCode).toBe(200)
  expect(await wantsNews(id)).toBe(false)
  const events = await portal.db
    .selectFrom('audit_events')
    .select('event')
    .where('subject_kind', '=', 'member')
    .where('subject_id', '=', id)
    .execute()
  expect(events).toEqual([{ event: 'member.newsOff' }])
})

test('opening the link changes nothing, and a browser that opens the address of the button gets the page', async () => {
  const { id } = await aReader()
  const token = tokenFor(id)
  expect(await anyone.mailings.getNews({ token })).toEqual({ isOn: true })
  const opened = await portal.app.inject({ url: `/api/news/${token}/`, headers: { accept: 'text/html,*/*' } })
  expect(opened).toMatchObject({ statusCode: 302, headers: { location: `/unsubscribe/${token}` } })
  expect(await wantsNews(id)).toBe(true)
})

test('news that was turned off is turned on again with the same link', async () => {
  const { id } = await aReader()
  const token = tokenFor(id)
  await anyone.mailings.setNews({ token, isOn: false })
  await anyone.mailings.setNews({ token, isOn: false })
  expect(await anyone.mailings.getNews({ token })).toEqual({ isOn: false })
  await anyone.mailings.setNews({ token, isOn: true })
  expect(await wantsNews(id)).toBe(true)
})

test('a link that was changed, is made up or belongs to a closed account does nothing', async () => {
  const { id } = await aReader()
  const other = await aReader()
  const [, signature] = tokenFor(id).split('.')
  const closed = { ...erasedColumns(id), closed_at: new Date() }
  await portal.db.updateTable('members').set(closed).where('id', '=', id).execute()
  for (const token of ['x', '1.x', `${other.id}.${signature}`, '99999999999.x', tokenFor(id)]) {
    await expect(anyone.mailings.getNews({ token })).rejects.toMatchObject({ code: 'invalidLink' })
    await expect(anyone.mailings.setNews({ token, isOn: true })).rejects.toMatchObject({ code: 'invalidLink' })
  }
  await expect(anyone.mailings.setNews({ token: `${other.id}.${signature}`, isOn: false })).rejects.toMatchObject({
    code: 'invalidLink',
  })
  expect(await wantsNews(other.id)).toBe(true)
})

test('members who want no news are left out and counted, but hear what concerns their membership, without a way out', async () => {
  const { id } = await aReader()
  const own = await portal.as(id)
  await own.profile.update({ wantsNews: false })
  const mailing = { selection: { memberIds: [id] }, subject: 'Kiln', text: 'It works.' }
  expect(await api.mailings.preview(mailing)).toMatchObject({ recipients: { count: 0 }, noNews: 1, leftOut: 0 })
  await send(id, true)
  await portal.runJobs()
  expect(smtp.mails).toHaveLength(1)
  expect(headerOf('list-unsubscribe')).toEqual([])
  expect(smtp.mails[0]?.text).not.toContain('Unsubscribe')
})

test('who turns news off while a mailing is prepared gets none of it, and the mailing ends', async () => {
  const { id } = await aReader()
  const { mailingId } = await send(id)
  await anyone.mailings.setNews({ token: tokenFor(id), isOn: false })
  await sendMailing(portal.ctx, { mailingId, goOn: async () => undefined })
  await portal.runJobs()
  expect(smtp.mails).toEqual([])
  expect(await api.mailings.get({ mailingId })).toMatchObject({ skipped: 1, waiting: 0, isDone: true })
})

test('an ordinary email of the portal has no way to unsubscribe', async () => {
  await api.messages.sendTest({ channel: 'email' })
  await portal.runJobs()
  expect(smtp.mails).toHaveLength(1)
  expect(headerOf('list-unsubscribe')).toEqual([])
})
