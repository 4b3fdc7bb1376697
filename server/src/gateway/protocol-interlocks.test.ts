import { beforeAll, afterAll, beforeEach, afterEach, test, expect } from 'vitest'
import { aGrant } from '../access/factory.ts'
import { lockOutDevice } from '../devices/lockout.ts'
import { aMachine } from '../interlocks/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { type ByteLine, dialBytes } from './byte-line.testing.ts'
import { type PortalActs, playTranscript } from './transcripts.testing.ts'

let portal: TestPortal

let url = ''

let machine: Awaited<ReturnType<typeof aMachine>>

let line: ByteLine

let acts: PortalActs

let memberId = 0

beforeAll(async () => {
  portal = await startTestPortal()
  url = await portal.listen()
  const { id } = await aMember(portal.db, { isAdmin: true })
  const admin = await portal.as(id)
  memberId = (await aMember(portal.db, { cards: ['111'] })).id
  await aMember(portal.db, { cards: ['222'] })
  const signIn = (value: boolean) => changeSetting(portal.ctx, { key: 'REQUIRE_SITE_SIGN_IN', value })
  acts = {
    lock: () => admin.interlocks.lock({ interlockId: machine.id }),
    unlock: () => admin.interlocks.unlock({ interlockId: machine.id }),
    reboot: () => admin.interlocks.reboot({ interlockId: machine.id }),
    'lock out': () => lockOutDevice(portal.ctx, { deviceId: machine.id, isLockedOut: true }),
    'let in': () => lockOutDevice(portal.ctx, { deviceId: machine.id, isLockedOut: false }),
    'ask for signing in': () => signIn(true),
    'ask for nothing': () => signIn(false),
  }
})

afterAll(() => portal.close())

beforeEach(async () => {
  machine = await aMachine(portal.db)
  await aGrant(portal.db, { memberId, deviceId: machine.id })
  line = await dialBytes(url, { path: `/ws/access/interlock/${machine.serial}` })
})

afterEach(() => line.end())

const login = `
  > {"command":"authenticate","secret_key":"$KEY"}
  < {"authorised":true}
  < {"command":"update_device_locked_out","locked_out":false}`

const start = `
  > {"command":"interlock_session_start","card_id":"111"}
  < {"command":"interlock_session_start","session_id":"$SESSION"}`

const rejected = '{"command":"interlock_session_rejected","reason":"rejected"}'

const over = (word: string) =>
  `{"command":"interlock_session_${word}","success":false,"reason":"session_already_ended"}`

const unknown = '00000000-0000-4000-8000-000000000000'

const talks: [string, string][] = [
  [
    'a use from start to end',
    `${login}
    > {"command":"ip_address","ip_address":"10.0.0.6"}
    ${start}
    > {"command":"ping"}
    < {"command":"pong"}
    > {"command":"interlock_session_update","session_id":"$SESSION","session_kwh":1.23}
    < {"command":"interlock_session_update","success":true}
    > {"command":"interlock_session_end","session_id":"$SESSION","session_kwh":1.5,"card_id":"222"}
    < {"command":"interlock_session_end","success":true}
    > {"command":"interlock_session_end","session_id":"$SESSION","session_kwh":1.5,"card_id":"222"}
    < ${over('end')}
    > {"command":"interlock_session_update","session_id":"$SESSION","session_kwh":1.5}
    < ${over('update')}
    < {"command":"lock"}`,
  ],
  [
    'each reason to refuse, in the order they are asked for',
    `${login}
    > {"command":"interlock_session_start","card_id":"999"}
    < ${rejected}
    > {"command":"interlock_session_start","card_id":"222"}
    < ${rejected}
    ! lock out
    < {"command":"update_device_locked_out","locked_out":true}
    < {"command":"lock"}
    > {"command":"interlock_session_start","card_id":"222"}
    < {"command":"interlock_session_rejected","reason":"locked_out"}
    > {"command":"interlock_session_start","card_id":"999"}
    < ${rejected}
    ! let in
    < {"command":"update_device_locked_out","locked_out":false}
    ! ask for signing in
    > {"command":"interlock_session_start","card_id":"222"}
    < ${rejected}
    > {"command":"interlock_session_start","card_id":"111"}
    < {"command":"interlock_session_rejected","reason":"not_signed_in"}
    ! ask for nothing
    ${start}`,
  ],
  [
    'everything a machine can be told',
    `${login}
    ! unlock
    < {"command":"unlock"}
    ! lock
    < {"command":"lock"}
    ! lock out
    < {"command":"update_device_locked_out","locked_out":true}
    < {"command":"lock"}
    ! let in
    < {"command":"update_device_locked_out","locked_out":false}
    ! reboot
    < {"command":"reboot"}`,
  ],
  [
    'a machine that is locked out in a use and ends it, as it is told to',
    `${login}
    ${start}
    ! lock out
    < {"command":"update_device_locked_out","locked_out":true}
    < {"command":"lock"}
    > {"command":"interlock_session_end","session_id":"$SESSION","session_kwh":1.5,"card_id":null}
    < {"command":"interlock_session_end","success":true}`,
  ],
  [
    'a machine that is locked out in a use and runs on is told again',
    `${login}
    ${start}
    ! lock out
    < {"command":"update_device_locked_out","locked_out":true}
    < {"command":"lock"}
    > {"command":"interlock_session_update","session_id":"$SESSION","session_kwh":1.5}
    < {"command":"interlock_session_update","success":false,"reason":"session_already_ended"}
    < {"command":"lock"}`,
  ],
  [
    'a start without a card, or with something that is none',
    `${login}
    > {"command":"interlock_session_start","card_id":null}
    < ${rejected}
    > {"command":"interlock_session_start"}
    < ${rejected}
    > {"command":"interlock_session_start","card_id":["111"]}
    < ${rejected}
    > {"command":"interlock_session_start","card_id":"1\\u00001"}
    < ${rejected}
    > {"command":"interlock_session_start","card_id":111,"action":"unlock"}
    < {"command":"interlock_session_start","session_id":"$SESSION"}`,
  ],
  [
    'readings in every shape meters have sent',
    `${login}${start}
    > {"command":"interlock_session_update","session_id":"$SESSION","session_kwh":null}
    < {"command":"interlock_session_update","success":true}
    > {"command":"interlock_session_update","session_id":"$SESSION"}
    < {"command":"interlock_session_update","success":true}
    > {"command":"interlock_session_update","session_id":"$SESSION","session_kwh":"1.5"}
    < {"command":"interlock_session_update","success":true}
    > {"command":"interlock_session_update","session_id":"$SESSION","session_kwh":0}
    < {"command":"interlock_session_update","success":true}
    > {"command":"interlock_session_update","session_id":"$SESSION","session_kwh":-3}
    < {"command":"interlock_session_update","success":true}
    > {"command":"interlock_session_update","session_id":"$SESSION","session_kwh":1e308}
    < {"command":"interlock_session_update","success":true}
    > {"command":"interlock_session_update","session_id":"$SESSION","session_kwh":NaN}
    < {"command":"error"}
    > {"command":"interlock_session_end","session_id":"$SESSION","session_kwh":null,"card_id":null}
    < {"command":"interlock_session_end","success":true}`,
  ],
  [
    'unknown sessions',
    `${login}
    > {"command":"interlock_session_update","session_id":"${unknown}","session_kwh":1}
    < ${over('update')}
    < {"command":"lock"}
    > {"command":"interlock_session_update","session_id":"nonsense"}
    < ${over('update')}
    < {"command":"lock"}
    > {"command":"interlock_session_update","session_id":null}
    < ${over('update')}
    < {"command":"lock"}
    > {"command":"interlock_session_end"}
    < ${over('end')}
    > {"command":"interlock_session_end","session_id":7,"card_id":"111"}
    < ${over('end')}`,
  ],
  [
    'an end with a card that is none still ends',
    `${login}${start}
    > {"command":"interlock_session_end","session_id":"$SESSION","card_id":"1\\u00001"}
    < {"command":"interlock_session_end","success":true}
    > {"command":"interlock_session_start","card_id":"111"}
    < {"command":"interlock_session_start","session_id":"$NEXT"}
    > {"command":"interlock_session_end","session_id":"$NEXT","card_id":{"id":1}}
    < {"command":"interlock_session_end","success":true}`,
  ],
  [
    'a start while a use runs is a new use',
    `${login}${start}
    > {"command":"interlock_session_start","card_id":"111"}
    < {"command":"interlock_session_start","session_id":"$NEXT"}
    > {"command":"interlock_session_end","session_id":"$SESSION"}
    < ${over('end')}
    > {"command":"interlock_session_end","session_id":"$NEXT"}
    < {"command":"interlock_session_end","success":true}`,
  ],
  [
    'what needs no answer, and what belongs to other kinds',
    `${login}
    > {"command":"interlock_off"}
    > {"command":"sync"}
    > {"command":"log_access","card_id":"111"}
    > {"command":"balance","card_id":"111"}
    > {"command":"interlock_session_rejected","reason":"rejected"}`,
  ],
]

test.each(talks)('%s', async (_, script) => {
  const { heard, expected } = await playTranscript(line, { script, known: { $KEY: machine.key }, acts })
  expect(heard).toEqual(expected)
  // Nothing else was said, and the line lives on.
  line.say({ command: 'ping' })
  expect(await line.hear()).toEqual({ command: 'pong' })
})
