import type { Ctx } from '#platform/ctx.ts'
import { queueLines, type NewLine } from '#platform/chat/queue-lines.ts'
import type { Tx } from '#platform/db/change.ts'
import type { Notice } from '#platform/live/channel.ts'
import { renderMail } from '#platform/mail/render-mail.ts'
import { messagesChanged, queueMessage } from '../messages/queue-message.ts'
import { listAlarmAddresses } from './list-alarm-addresses.ts'
import { fleetMails, type Alarmed, type FleetMail } from './mails.ts'
import { wordSilence } from './rules.ts'

export type Told = Alarmed & { id: number; isHidden: boolean }

/** Above it a chat hears one line for all. */
const mostLines = 5

const names = (devices: readonly Told[]) => devices.map(({ name }) => name).join(', ')

/** What chats hear; nothing of devices that are hidden from members. */
const linesOf = (input: { silent: readonly Told[]; back: readonly Told[]; at: Date }): NewLine[] => {
  const happenedAt = input.at
  const shown = (devices: readonly Told[]) => devices.filter(({ isHidden }) => !isHidden)
  const [silent, back] = [shown(input.silent), shown(input.back)]
  const silentLines = silent.map(
    ({ name, silentMs }) => `${name} is offline: not heard of for ${wordSilence(silentMs)}.`,
  )
  const backLines = back.map(({ name }) => `${name} is back online.`)
  const all = {
    silent: `${silent.length} devices are offline: ${names(silent)}`,
    back: `${back.length} devices are back online: ${names(back)}`,
  }
  return [
    ...(silent.length > mostLines ? [all.silent] : silentLines).map((words) => ({
      words,
      tone: 'bad' as const,
      happenedAt,
    })),
    ...(back.length > mostLines ? [all.back] : backLines).map((words) => ({
      words,
      tone: 'good' as const,
      happenedAt,
    })),
  ]
}

/** Mails and says in the chats which devices fell silent and which are back: one message each, however many they are. */
export const tellStaff = async (
  tx: Tx,
  input: { ctx: Ctx; silent: readonly Told[]; back: readonly Told[] },
): Promise<Notice[]> => {
  const { ctx, silent, back } = input
  if (silent.length + back.length === 0) return []
  const siteName = await ctx.settings.get('SITE_NAME')
  const recipients = await listAlarmAddresses(ctx)
  const mails: [FleetMail, readonly Told[]][] = [
    ['devicesSilent', silent],
    ['devicesBack', back],
  ]
  for (const [template, devices] of mails) {
    if (devices.length === 0) continue
    const mail = await renderMail(ctx, fleetMails[template]({ devices, siteName, url: ctx.siteUrl }))
    for (const whom of recipients) {
      await queueMessage(tx, { ctx, message: { ...whom, template, mail, isSecret: false } })
    }
  }
  await queueLines(tx, { ctx, lines: linesOf({ silent, back, at: ctx.now() }) })
  return [messagesChanged]
}
