import { createHash } from 'node:crypto'
import type { FakeStripe } from '@spacekeeper/simulators/stripe/server.ts'
import { vi } from 'vitest'
import { type Ctx, systemCtx } from '#platform/ctx.ts'
import { openSettings } from '#platform/settings/settings.ts'
import type { TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'

type KeyHolder = { portal: TestPortal; fake: FakeStripe; secret: string; webhookSecret?: string }

/**
 * Stripe's keys, encrypted as a process with this secret of its own reads them. The portal of the test reads them no
 * more, but in the context that is returned.
 */
export const giveKeyTo = async ({ portal, fake, secret, webhookSecret }: KeyHolder): Promise<Ctx> => {
  vi.stubEnv('SECRET_KEY', secret)
  const secretKey = createHash('sha256').update(secret).digest()
  const { db, reads, live, log } = portal.services
  const settings = openSettings({ db, reads, live, log, secretKey })
  const ctx = systemCtx({ ...portal.services, settings, secretKey })
  await changeSetting(ctx, { key: 'STRIPE_SECRET_KEY', value: fake.secretKey })
  if (webhookSecret !== undefined) await changeSetting(ctx, { key: 'STRIPE_WEBHOOK_SECRET', value: webhookSecret })
  return ctx
}
