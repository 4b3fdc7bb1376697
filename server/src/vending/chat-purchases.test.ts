import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestChatServer, type TestChatServer } from '#platform/chat/chat-server.testing.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { aProduct, aVendingMachine } from './factory.ts'
import { asks, driveVending } from './vending-scene.testing.ts'

let portal: TestPortal
let url: string
let site: ReturnType<typeof driveVending>
let chat: TestChatServer
beforeAll(async () => {
  // Nothing listens there.
  portal = await startTestPortal({ smtpUrl: 'smtp://127.0.0.1:9' })
  url = await portal.listen()
  site = driveVending(portal.db)
  chat = await startTestChatServer()
  await changeSetting(portal.ctx, { key: 'DISCORD_MEMBERBUCKS_PURCHASE_WEBHOOK', value: chat.url })
  await changeSetting(portal.ctx, { key: 'DISCORD_DOOR_WEBHOOK', value: chat.url })
  await changeSetting(portal.ctx, { key: 'ENABLE_DISCORD_INTEGRATION', value: true })
})
afterAll(async () => {
  await site.hangUp()
  await chat.close()
  await portal.close()
})

const lines = () => portal.db.selectFrom('chat_lines').select(['webhook', 'words']).orderBy('id').execute()

test('a purchase is said once where purchases are talked about, if the machine is shown and may be talked about', async () => {
  await aProduct(portal.db, { name: 'Cola', externalId: '7' })
  const facts = [{ isHidden: true }, { postsToDiscord: false }, { name: 'Drinks machine' }]
  for (const fact of facts) {
    const line = await site.connect(url, await aVendingMachine(portal.db, fact))
    const bo = await site.aBuyer(1000, { screenName: `bo of ${JSON.stringify(fact)}`.slice(0, 30) })
    const sale = { command: 'debit', card_id: bo.card, amount: 2.5, product_external_id: 7, request_id: 'x' }
    for (let turn = 0; turn < 2; turn += 1) expect(await asks(line, sale)).toMatchObject({ success: true })
    expect(await asks(line, { ...sale, amount: 100, request_id: 'y' })).toMatchObject({ success: false })
  }
  await expect.poll(lines).toEqual([
    {
      webhook: 'DISCORD_MEMBERBUCKS_PURCHASE_WEBHOOK',
      words: expect.stringMatching(/^bo of .+ bought Cola at Drinks machine\.$/),
    },
  ])
})

test('with mail down and chat that never answers a sale is answered, booked once, and its product counted once', async () => {
  chat.be({ kind: 'hangs' })
  const cola = await aProduct(portal.db, { name: 'Kola', externalId: '8', stock: 3 })
  const line = await site.connect(url, await aVendingMachine(portal.db, { name: 'Snacks' }))
  const bo = await site.aBuyer(300)
  const sale = { command: 'debit', card_id: bo.card, amount: 2.5, product_external_id: 8 }
  expect(await asks(line, { ...sale, request_id: 'once' })).toMatchObject({ success: true, balance: 50 })
  // Its reader asks again, having heard nothing, and wants another that is too dear, which its member is mailed about.
  expect(await asks(line, { ...sale, request_id: 'once' })).toMatchObject({ success: true, balance: 50 })
  expect(await asks(line, { ...sale, request_id: 'another' })).toMatchObject({ success: false })
  expect(await site.purchasesOf(bo.id)).toHaveLength(1)
  const stock = portal.db.selectFrom('products').select('stock').where('id', '=', cola.id)
  expect(await stock.executeTakeFirstOrThrow()).toEqual({ stock: 2 })
  const balance = portal.db.selectFrom('balances').select('balance_cents').where('member_id', '=', bo.id)
  expect(await balance.executeTakeFirstOrThrow()).toEqual({ balance_cents: 50 })
})
