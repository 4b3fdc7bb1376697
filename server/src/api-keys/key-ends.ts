import { keyEndNoticeDays } from '@spacekeeper/contract/api-keys/words.ts'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { onceADay } from '#platform/jobs/daily-work.ts'
import { handle, job } from '#platform/jobs/job.ts'
import { localDay } from '#platform/local-day.ts'
import { longDay } from '#platform/long-day.ts'
import { greet } from '#platform/mail/greet.ts'
import { mailTemplate } from '#platform/mail/mail-template.ts'
import { sendMail } from '../messages/outbox.ts'

type KeyEndFacts = { person: { firstName: string }; name: string; endsOn: string; isScript: boolean }

export const keyEndMail = mailTemplate<KeyEndFacts>({
  kind: 'apiKeyEnds',
  write: ({ person, name, endsOn, isScript }, site) => ({
    subject: `The API key “${name}” ends soon`,
    greeting: greet(person),
    paragraphs: [
      `Your API key “${name}” at ${site.siteName} works until ${endsOn}. After that, whatever uses it is refused.`,
      'If it is still needed, make a new key and put it where the old one is. If not, there is nothing to do.',
    ],
    button: { label: 'Open API keys', url: `${site.url}/manage/${isScript ? 'api-keys' : 'devices/keys'}` },
  }),
  sample: { person: { firstName: 'Sam' }, name: 'Nightly report', endsOn: '24 November 2026', isScript: true },
})

const announceKeyEndsJob = job('announceKeyEnds', z.object({}))

const mailKeyEndJob = job('mailKeyEnd', z.object({ keyId: z.number().int() }))

const dayMs = 24 * 60 * 60 * 1000

const mostAtOnce = 200

/** Has the owners of keys that end within days told, each once. */
export const announceKeyEnds = (ctx: Ctx): Promise<void> =>
  change(ctx, 'apiKey.endAnnounced', async (work) => {
    const now = ctx.now()
    const ending = work.tx
      .selectFrom('api_keys as k')
      .innerJoin('members as m', 'm.id', 'k.owner_id')
      .select('k.id')
      .where('k.revoked_at', 'is', null)
      .where('k.end_told_at', 'is', null)
      .where('k.expires_at', '>', now)
      .where('k.expires_at', '<=', new Date(now.getTime() + keyEndNoticeDays * dayMs))
      .where('m.closed_at', 'is', null)
      .orderBy('k.expires_at')
      .limit(mostAtOnce)
    const told = await work.tx
      .updateTable('api_keys')
      .set({ end_told_at: now })
      .where('id', 'in', ending)
      .returning(['id', 'name', 'prefix'])
      .execute()
    if (told.length === 0) return unchanged(undefined)
    for (const { id } of told) await addJob(work, mailKeyEndJob, { keyId: id })
    const [first, ...others] = told.map(({ id, name, prefix }) => ({ data: { apiKeyId: id, name, prefix } }))
    return { result: undefined, ...first, also: others }
  })

/** Tells the owner of a key on which day it ends. */
const mailKeyEnd = async (ctx: Ctx, keyId: number): Promise<void> => {
  const key = await ctx.db
    .selectFrom('api_keys as k')
    .innerJoin('members as m', 'm.id', 'k.owner_id')
    .select(['k.name', 'k.is_script', 'k.expires_at', 'm.id as memberId', 'm.first_name'])
    .where('k.id', '=', keyId)
    .where('k.revoked_at', 'is', null)
    .where('m.closed_at', 'is', null)
    .executeTakeFirst()
  if (!key?.expires_at) return
  const { SITE_TIME_ZONE: zone, SITE_LOCALE_CURRENCY: locale } = await ctx.settings.all()
  const endsOn = longDay(localDay(key.expires_at, zone), locale)
  const facts = { person: { firstName: key.first_name }, name: key.name, endsOn, isScript: key.is_script }
  await sendMail(ctx, { template: keyEndMail, facts, envelope: { memberId: key.memberId } })
}

export const apiKeyJobs = [
  onceADay(
    handle(announceKeyEndsJob, (ctx) => announceKeyEnds(ctx)),
    '07:25',
  ),
  handle(mailKeyEndJob, (ctx, { keyId }) => mailKeyEnd(ctx, keyId)),
]
