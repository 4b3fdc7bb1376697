import { afterEach, expect, test } from 'vitest'
import { startFakePortal, type FakePortal } from './fake-portal.ts'
import { startMachine, type Machine, type MachineOptions } from './machine.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const sessionId = '7f0c3a52-90c1-4a7e-a4b1-2f2f6f0d9e11'
const machineAt = async (options: Partial<MachineOptions> = {}): Promise<{ portal: FakePortal; machine: Machine }> => {
  const portal = await startFakePortal()
  closing.push(portal.close)
  const machine = startMachine({ server: portal.url, serial: 'saw', key: 'K.S', reconnectMs: 50, ...options })
  closing.push(machine.close)
  await machine.until(({ isAuthorised }) => isAuthorised)
  return { portal, machine }
}
const heard = (portal: FakePortal, command: string) => portal.heard.filter((message) => message.command === command)
const running = async (options: Partial<MachineOptions> = {}) => {
  const { portal, machine } = await machineAt(options)
  expect(machine.swipe('111')).toBe('asked')
  await expect
    .poll(() => heard(portal, 'interlock_session_start'))
    .toEqual([{ command: 'interlock_session_start', card_id: '111' }])
  portal.push({ command: 'interlock_session_start', session_id: sessionId })
  await machine.until(({ isOn }) => isOn)
  return { portal, machine }
}

test('a machine asks before it starts, reports its meter while it runs, and ends with a second swipe', async () => {
  const { portal, machine } = await running({ meterKwh: 5120, drawKw: 3600, updateMs: 20 })
  await expect.poll(() => heard(portal, 'interlock_session_update').length).toBeGreaterThan(1)
  expect(heard(portal, 'interlock_session_update')[0]).toMatchObject({ session_id: sessionId })
  expect(machine.swipe('222')).toBe('ended')
  await expect
    .poll(() => heard(portal, 'interlock_session_end'))
    .toMatchObject([{ session_id: sessionId, card_id: '222' }])
  expect(machine.state()).toMatchObject({ isOn: false, sessionId: null })
  expect(machine.state().meterKwh).toBeGreaterThan(5120)
})

test('a refused card starts nothing, and the machine says why', async () => {
  const { portal, machine } = await machineAt()
  machine.swipe('666')
  await expect.poll(() => heard(portal, 'interlock_session_start').length).toBe(1)
  portal.push({ command: 'interlock_session_rejected', reason: 'not_signed_in' })
  expect(await machine.until(({ refusal }) => refusal !== null)).toMatchObject({
    isOn: false,
    refusal: 'not_signed_in',
  })
})

test('told to lock, a machine that runs stops and says so without a card', async () => {
  const { portal, machine } = await running()
  portal.push({ command: 'lock' })
  await machine.until(({ isOn }) => !isOn)
  await expect.poll(() => heard(portal, 'interlock_session_end')).toMatchObject([{ card_id: null }])
})

test('switched on by staff it runs for no member, and a swipe switches it off', async () => {
  const { portal, machine } = await machineAt()
  portal.push({ command: 'unlock' })
  expect(await machine.until(({ isOn }) => isOn)).toMatchObject({ sessionId: null })
  machine.swipe('111')
  await expect.poll(() => heard(portal, 'interlock_off').length).toBe(1)
  expect(heard(portal, 'interlock_session_end')).toEqual([])
})

test('without the portal nothing starts', async () => {
  const { portal, machine } = await machineAt({ reconnectMs: 60_000 })
  portal.socket().terminate()
  await machine.until(({ isConnected }) => !isConnected)
  expect(machine.swipe('111')).toBe('notReported')
  expect(machine.state().isOn).toBe(false)
})
