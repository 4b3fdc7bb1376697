import { memberNamed, type CastMember } from './cast.ts'
import { createRandom } from './random.ts'
import type { Scene } from './scene.ts'
import { payIn } from './visit-story.ts'

const minuteMs = 60_000
const crate = 24

/** Deliveries, worked out from today's stock backwards: whenever there would have been too much before, a crate came. */
const tellDeliveries = (
  { story, products }: Scene,
  { cast, stock }: { cast: readonly CastMember[]; stock: ReadonlyMap<number, number> },
) => {
  const by = memberNamed(cast, 'Margit').id
  for (const product of products) {
    let left = stock.get(product.id)
    if (left === undefined) continue
    const sales = story.purchases.filter((purchase) => purchase.product_id === product.id)
    for (const sale of sales.toSorted((a, b) => +new Date(b.purchased_at) - +new Date(a.purchased_at))) {
      left += 1
      if (left < crate + 4) continue
      const at = new Date(+new Date(sale.purchased_at) - 95 * minuteMs)
      const changes = { stock: { from: left - crate, to: left } }
      const data = { name: product.name, changes, reason: 'Delivery' }
      story.events.push({ at, event: 'product.stockChanged', by, subject: { kind: 'product', id: product.id }, data })
      left -= crate
    }
  }
}

const refundReasons = ['The can got stuck.', 'Paid twice.', 'The bottle was open already.']

/** A few sales that went wrong, given back the day after. */
const tellRefunds = ({ story, places, now, treasurer }: Scene) => {
  const random = createRandom('refunds')
  const sales = story.purchases.filter(({ purchased_at: at, member_id: buyer }) => {
    const days = (now.getTime() - +new Date(at)) / (1440 * minuteMs)
    return days > 3 && buyer !== treasurer.id
  })
  for (const [at, reason] of refundReasons.entries()) {
    const sale = sales[Math.floor(((at + 0.6) / refundReasons.length) * sales.length)]
    if (!sale) continue
    const refundedAt = new Date(+new Date(sale.purchased_at) + Math.round(random.between(14, 30) * 60) * minuteMs)
    const { amountCents, deviceId, memberId } = sale.movement
    story.move({
      at: refundedAt,
      memberId,
      amountCents: -amountCents,
      type: 'other',
      source: 'staff',
      contraAccount: sale.movement.contraAccount,
      description: reason,
      by: treasurer.id,
      deviceId,
      key: null,
      reverses: sale.movement,
    })
    story.events.push({
      at: refundedAt,
      event: 'purchase.refunded',
      by: treasurer.id,
      subject: { kind: 'member', id: memberId },
      data: { device: places.drinks.name, amountCents: -amountCents, reason },
    })
  }
}

/** What the guides say that a member has today. */
const knownBalances = { Ada: 2000, Bo: 2000 }

/** A last payment at the desk that leaves the personas with what is known of them. */
const settlePersonas = (scene: Scene, cast: readonly CastMember[]) => {
  for (const [name, cents] of Object.entries(knownBalances)) {
    const member = memberNamed(cast, name)
    const missing = cents - scene.story.balanceOf(member.id)
    if (missing === 0) continue
    const own = scene.story.movements.filter(({ memberId }) => memberId === member.id)
    const last = Math.max(scene.now.getTime() - 1440 * minuteMs, ...own.map((movement) => movement.at.getTime()))
    const at = new Date(Math.min(last + 12 * minuteMs, scene.now.getTime() - minuteMs))
    const paid = { type: 'cash', description: 'Cash at the desk', by: scene.treasurer.id } as const
    payIn(scene, { ...paid, member, at, amountCents: missing })
  }
}

/** Deliveries, refunds and the last payments of a year of visits that was told before. */
export const tellShop = (
  scene: Scene,
  told: { cast: readonly CastMember[]; stock: ReadonlyMap<number, number> },
): void => {
  tellDeliveries(scene, told)
  tellRefunds(scene)
  settlePersonas(scene, told.cast)
}
