import type { StepDetails } from '@spacekeeper/contract/reminders/shapes.ts'
import { sql } from 'kysely'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { aPlan } from '../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { runReminders } from './reminder-run.ts'

/** Nine in the morning in Brisbane. */
export const morning = new Date('2026-03-01T23:00:00Z')
export const today = '2026-03-02'

export type Morning = {
  portal: TestPortal
  /** Staff who manage money. */
  staff: TestClient
  /** The same time of the day, so many days later. Nothing of what days bring happens by itself. */
  goTo: (days: number) => Promise<void>
  setNow: (now: Date) => void
  run: () => Promise<void>
  messagesTo: (memberId: number) => Promise<{ channel: string; subject: string; text: string | null }[]>
  subjectsTo: (memberId: number) => Promise<string[]>
  aPlanCalled: (name: string) => Promise<{ id: number }>
  /** Each test has its own members alone: what earlier ones owe is cancelled. */
  begin: () => Promise<void>
  close: () => Promise<void>
}

/** A portal at the time of day at which reminders go out, with the steps every space begins with. */
export const startMorning = async (): Promise<Morning> => {
  let now = morning
  const portal = await startTestPortal({ now: () => now })
  const { db } = portal
  const { id: staffId } = await aMember(db, { permissions: ['money'] })
  const messagesTo = (memberId: number) =>
    db
      .selectFrom('messages')
      .select(['channel', 'subject', 'text'])
      .where('member_id', '=', memberId)
      .where('template', '=', 'paymentReminder')
      .orderBy('id')
      .execute()
  const scene: Morning = {
    portal,
    staff: await portal.as(staffId),
    goTo: async (days) => {
      now = new Date(morning.getTime() + days * 86_400_000)
      // A session does not last as long as some tests do.
      scene.staff = await portal.as(staffId)
    },
    setNow: (next) => {
      now = next
    },
    run: () => runReminders(portal.ctx),
    messagesTo,
    subjectsTo: async (memberId) => (await messagesTo(memberId)).map(({ subject }) => subject),
    aPlanCalled: (name) => aPlan(db, { name, costCents: 6500 }),
    begin: async () => {
      await sql`update charges set state = 'void' where state <> 'void'`.execute(db)
      await sql`delete from reminder_runs`.execute(db)
      await sql`update reminder_steps set removed_at = now() where id > 4 and removed_at is null`.execute(db)
      await db.deleteFrom('messages').execute()
      await scene.goTo(0)
    },
    close: () => portal.close(),
  }
  return scene
}

export const aStep = (more: Partial<StepDetails & { planId: number | null }> = {}) => ({
  planId: null,
  offsetDays: 1,
  collectors: null,
  channel: 'email' as const,
  subject: 'About {amount}',
  text: 'Hello {name}, {plan} was due on {due}.',
  action: 'none' as const,
  unpaid: 'keep' as const,
  isOn: true,
  ...more,
})
