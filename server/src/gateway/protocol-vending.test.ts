import { beforeAll, afterAll, beforeEach, afterEach, test, expect } from 'vitest'
import { lockOutDevice } from '../devices/lockout.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { aVendingMachine, aProduct } from '../vending/factory.ts'
import { type ByteLine, dialBytes } from './byte-line.testing.ts'
import { type PortalActs, playTranscript } from './transcripts.testing.ts'

let clock = new Date('2026-03-01T10:00:00Z')

const pass = async () => {
  clock = new Date(clock.getTime() + 3_001)
}

let portal: TestPortal

let url = ''

let machine: Awaited<ReturnType<typeof aVendingMachine>>

let card = 700

let line: ByteLine

let acts: PortalActs

beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock })
  url = await portal.listen()
  await aProduct(portal.db, { externalId: '7', priceCents: 250 })
  const { id } = await aMember(portal.db, { isAdmin: true })
  const admin = await portal.as(id)
  acts = {
    'wait for three seconds': pass,
    lock: () => admin.vending.lock({ deviceId: machine.id }),
    unlock: () => admin.vending.unlock({ deviceId: machine.id }),
    reboot: () => admin.vending.reboot({ deviceId: machine.id }),
    'lock out': () => lockOutDevice(portal.ctx, { deviceId: machine.id, isLockedOut: true }),
    'let in': () => lockOutDevice(portal.ctx, { deviceId: machine.id, isLockedOut: false }),
  }
})

afterAll(() => portal.close())

/** Each talk has a machine and a buyer with 5.29 of its own. */
beforeEach(async () => {
  card += 1
  machine = await aVendingMachine(portal.db, { maxCreditCents: 1000 })
  const { id } = await aMember(portal.db, { cards: [String(card)] })
  await anEntry(portal.db, { memberId: id, amountCents: 529 })
  line = await dialBytes(url, { path: `/ws/access/memberbucks/${machine.serial}` })
})

afterEach(() => line.end())

const login = `
  > {"command":"authenticate","secret_key":"$KEY"}
  < {"authorised":true}
  < {"command":"update_device_locked_out","locked_out":false}`

const refused = (command: string, reason: string) => `{"command":"${command}","success":false,"reason":"${reason}"}`

const talks: [string, string][] = [
  [
    'a sale as known firmware makes it',
    `${login}
    > {"command":"ip_address","ip_address":"10.0.0.7"}
    > {"command":"balance","card_id":"$CARD"}
    < {"command":"balance","balance":529,"success":true}
    > {"command":"debit","card_id":"$CARD","amount":2.5,"product_external_id":7}
    < {"command":"debit","balance":279,"amount":-250,"success":true}
    > {"command":"ping"}
    < {"command":"pong"}`,
  ],
  [
    'a sale in a hurry, and one that costs too much',
    `${login}
    > {"command":"debit","card_id":"$CARD","amount":"0.29","description":"x"}
    < {"command":"debit","balance":500,"amount":-29,"success":true}
    > {"command":"debit","card_id":"$CARD","amount":1}
    < {"command":"rate_limited"}
    ! wait for three seconds
    > {"command":"debit","card_id":"$CARD","amount":5.01}
    < {"command":"debit","success":false,"reason":"insufficient_funds","balance":500}
    > {"command":"debit","card_id":"$CARD","amount":5}
    < {"command":"debit","balance":0,"amount":-500,"success":true}`,
  ],
  [
    'money paid in',
    `${login}
    > {"command":"credit","card_id":$CARD,"amount":10}
    < {"command":"credit","balance":1529,"amount":1000,"success":true}`,
  ],
  [
    'cards that are none',
    `${login}
    > {"command":"balance","card_id":"999999"}
    < {"command":"balance","reason":"invalid_card_id","success":false}
    > {"command":"balance"}
    < {"command":"balance","reason":"invalid_card_id","success":false}
    > {"command":"debit","card_id":null,"amount":1}
    < ${refused('debit', 'invalid_card_id')}
    > {"command":"debit","amount":1}
    < ${refused('debit', 'invalid_card_id')}
    > {"command":"debit","card_id":["$CARD"],"amount":1}
    < ${refused('debit', 'invalid_card_id')}
    > {"command":"credit","card_id":"999999","amount":1}
    < ${refused('credit', 'invalid_card_id')}`,
  ],
  [
    'amounts that are none',
    `${login}
    > {"command":"debit","card_id":"$CARD","amount":0}
    < ${refused('debit', 'invalid_amount')}
    > {"command":"debit","card_id":"$CARD","amount":-1}
    < ${refused('debit', 'invalid_amount')}
    > {"command":"debit","card_id":"$CARD"}
    < ${refused('debit', 'invalid_amount')}
    > {"command":"debit","card_id":"$CARD","amount":null}
    < ${refused('debit', 'invalid_amount')}
    > {"command":"debit","card_id":"$CARD","amount":"two"}
    < ${refused('debit', 'invalid_amount')}
    > {"command":"debit","card_id":"$CARD","amount":1e308}
    < ${refused('debit', 'invalid_amount')}
    > {"command":"debit","card_id":"$CARD","amount":[2]}
    < ${refused('debit', 'invalid_amount')}
    > {"command":"credit","card_id":"$CARD","amount":true}
    < ${refused('credit', 'invalid_amount')}`,
  ],
  [
    'products that are none',
    `${login}
    > {"command":"debit","card_id":"$CARD","amount":1,"product_external_id":"8"}
    < ${refused('debit', 'invalid_product_external_id')}
    > {"command":"debit","card_id":"$CARD","amount":1,"product_external_id":{"id":7}}
    < ${refused('debit', 'invalid_product_external_id')}
    > {"command":"debit","card_id":"$CARD","amount":1,"product_external_id":null,"description":{"x":1},"action":"lock"}
    < {"command":"debit","balance":429,"amount":-100,"success":true}`,
  ],
  [
    'everything a machine can be told',
    `${login}
    ! lock
    < {"command":"lock"}
    ! unlock
    < {"command":"unlock"}
    ! lock out
    < {"command":"update_device_locked_out","locked_out":true}
    ! let in
    < {"command":"update_device_locked_out","locked_out":false}
    ! reboot
    < {"command":"reboot"}`,
  ],
  [
    'what belongs to devices of other kinds',
    `${login}
    > {"command":"sync"}
    > {"command":"log_access","card_id":"$CARD"}
    > {"command":"interlock_session_start","card_id":"$CARD"}
    > {"command":"rate_limited"}`,
  ],
]

test.each(talks)('%s', async (_, script) => {
  const known = { $KEY: machine.key, $CARD: String(card) }
  const { heard, expected } = await playTranscript(line, { script, known, acts })
  expect(heard).toEqual(expected)
  // Nothing else was said, and the line lives on.
  line.say({ command: 'ping' })
  expect(await line.hear()).toEqual({ command: 'pong' })
})
