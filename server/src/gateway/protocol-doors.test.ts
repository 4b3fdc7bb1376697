import { beforeAll, afterAll, beforeEach, afterEach, test, expect } from 'vitest'
import { aGrant } from '../access/factory.ts'
import { lockOutDevice } from '../devices/lockout.ts'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { type ByteLine, dialBytes } from './byte-line.testing.ts'
import { type PortalActs, playTranscript } from './transcripts.testing.ts'

let portal: TestPortal

let url = ''

let door: Awaited<ReturnType<typeof aDoor>>

let line: ByteLine

let acts: PortalActs

beforeAll(async () => {
  portal = await startTestPortal()
  url = await portal.listen()
  const { id } = await aMember(portal.db, { isAdmin: true })
  const admin = await portal.as(id)
  const member = await aMember(portal.db, { cards: ['111'] })
  await aMember(portal.db, { cards: ['222'] })
  const orders = { bump: admin.doors.bump, lock: admin.doors.lock, unlock: admin.doors.unlock, sync: admin.doors.sync }
  acts = {
    ...Object.fromEntries(Object.entries(orders).map(([name, order]) => [name, () => order({ doorId: door.id })])),
    reboot: () => admin.doors.reboot({ doorId: door.id }),
    grant: () => admin.access.grantDoor({ doorId: door.id, memberId: member.id }),
    revoke: () => admin.access.revokeDoor({ doorId: door.id, memberId: member.id }),
    'lock out': () => lockOutDevice(portal.ctx, { deviceId: door.id, isLockedOut: true }),
    'let in': () => lockOutDevice(portal.ctx, { deviceId: door.id, isLockedOut: false }),
    'give the card': () => aGrant(portal.db, { memberId: member.id, deviceId: door.id }),
  }
})

afterAll(() => portal.close())

beforeEach(async () => {
  door = await aDoor(portal.db)
  line = await dialBytes(url, { path: `/ws/access/door/${door.serial}` })
})

afterEach(() => line.end())

const login = `
  > {"command":"authenticate","secret_key":"$KEY"}
  < {"authorised":true}
  < {"command":"sync","tags":[],"hash":"d751713988987e9331980363e24189ce"}
  < {"command":"update_device_locked_out","locked_out":false}`

/** What a door with one card answers to everything it is sent for its list. */
const list111 = '{"command":"sync","tags":["111"],"hash":"59f072609ea931e7ff8b5b33c9383891"}'

const noList = '{"command":"sync","tags":[],"hash":"d751713988987e9331980363e24189ce"}'

const talks: [string, string][] = [
  [
    'the shortest whole life of a door',
    `
    ! give the card
    > {"command":"authenticate","secret_key":"$KEY"}
    < {"authorised":true}
    < ${list111}
    < {"command":"update_device_locked_out","locked_out":false}
    > {"command":"ip_address","ip_address":"10.0.0.5"}
    > {"command":"ping"}
    < {"command":"pong"}
    > {"command":"log_access","card_id":"111"}
    < {"command":"log_access","success":true}
    > {"command":"log_access_denied","card_id":"222"}
    < {"command":"log_access_denied","success":true}
    < ${list111}`,
  ],
  [
    'everything a door can be told',
    `${login}
    ! bump
    < {"command":"bump"}
    ! unlock
    < {"command":"unlock"}
    ! lock
    < {"command":"lock"}
    ! sync
    < ${noList}
    ! grant
    < ${list111}
    ! revoke
    < ${noList}
    ! lock out
    < {"command":"update_device_locked_out","locked_out":true}
    ! let in
    < {"command":"update_device_locked_out","locked_out":false}
    ! reboot
    < {"command":"reboot"}`,
  ],
  [
    'everything a door can report',
    `${login}
    > {"command":"log_access","card_id":"222"}
    < {"command":"log_access","success":true}
    > {"command":"log_access_locked_out","card_id":"222"}
    < {"command":"log_access_locked_out","success":true}
    > {"command":"log_access_denied","card_id":"222"}
    < {"command":"log_access_denied","success":true}
    < ${noList}
    > {"command":"log_access_denied","card_id":"999"}
    < {"command":"log_access_denied","success":true}
    > {"command":"sync"}
    < ${noList}
    > {"command":"ping"}
    < {"command":"pong"}`,
  ],
  [
    'cards in every shape readers and boards have sent',
    `${login}
    > {"command":"log_access","card_id":111}
    < {"command":"log_access","success":true}
    > {"command":"log_access","card_id":0}
    < {"command":"log_access","success":true}
    > {"command":"log_access","card_id":" 111\\r\\n"}
    < {"command":"log_access","success":true}
    > {"command":"log_access","card_id":null}
    < {"command":"log_access","success":true}
    > {"command":"log_access"}
    < {"command":"log_access","success":true}
    > {"command":"log_access","card_id":""}
    < {"command":"log_access","success":true}
    > {"command":"log_access","card_id":"\u{1F3AB}"}
    < {"command":"log_access","success":true}
    > {"command":"log_access","card_id":"${'9'.repeat(5_000)}"}
    < {"command":"log_access","success":true}
    > {"command":"log_access","card_id":-1.5e300}
    < {"command":"log_access","success":true}`,
  ],
  [
    'what is no card',
    `${login}
    > {"command":"log_access","card_id":{"id":"111"}}
    < {"command":"log_access","success":false,"reason":"invalid_card_id"}
    > {"command":"log_access_denied","card_id":["111"]}
    < {"command":"log_access_denied","success":false,"reason":"invalid_card_id"}
    > {"command":"log_access_locked_out","card_id":true}
    < {"command":"log_access_locked_out","success":false,"reason":"invalid_card_id"}
    > {"command":"log_access","card_id":"1\\u00001"}
    < {"command":"log_access","success":false,"reason":"invalid_card_id"}
    > {"command":"log_access","card_id":"\\ud800"}
    < {"command":"log_access","success":false,"reason":"invalid_card_id"}`,
  ],
  [
    'other words for the same, and words beside them',
    `${login}
    > {"command":"door_access","payload":{"card_id":"111"}}
    < {"command":"log_access","success":true}
    > {"command":"door_access","payload":{"id_number":"111","time":"2026-01-05T10:00:00","success":true,"method":"rfid"}}
    < {"command":"log_access","success":true}
    > {"command":"door_access","payload":{"card_id":111,"success":false},"action":"lock"}
    < {"command":"log_access_denied","success":true}
    < ${noList}
    > {"command":"door_access","payload":{"id_number":"999","success":false}}
    < {"command":"log_access_denied","success":true}
    > {"command":"door_access","payload":null}
    > {"command":"door_access","payload":"111"}
    > {"command":"door_access"}
    > {"command":"log_access","card_id":"111","action":"lock","uuid":"x","version":2,"payload":[]}
    < {"command":"log_access","success":true}
    > {"command":"hello","version":1}
    > {"command":"LOG_ACCESS","card_id":"111"}
    > {"command":"__proto__"}
    > {"command":""}`,
  ],
  [
    'what belongs to devices of other kinds',
    `${login}
    > {"command":"interlock_session_start","card_id":"111"}
    > {"command":"interlock_off"}
    > {"command":"balance","card_id":"111"}
    > {"command":"debit","card_id":"111","amount":3}
    > {"command":"bump"}
    > {"command":"update_device_locked_out","locked_out":true}`,
  ],
  [
    'a second proof on a line that is proven',
    `${login}
    > {"command":"authenticate","secret_key":"$KEY"}
    > {"command":"authenticate","secret_key":"wrong"}`,
  ],
]

test.each(talks)('%s', async (_, script) => {
  const known = { $KEY: door.key }
  const { heard, expected } = await playTranscript(line, { script, known, acts })
  expect(heard).toEqual(expected)
  // Nothing else was said, and the line lives on.
  line.say({ command: 'ping' })
  expect(await line.hear()).toEqual({ command: 'pong' })
})
