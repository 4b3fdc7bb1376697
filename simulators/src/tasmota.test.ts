import { afterEach, expect, test } from 'vitest'
import { startTasmota, type Tasmota, type TasmotaOptions } from './tasmota.ts'

let plug: Tasmota | undefined
afterEach(() => plug?.close())
const open = async (options: TasmotaOptions = {}) => {
  plug = await startTasmota(options)
  return plug
}
const say = async ({ url }: Tasmota, command: string, more = '') => {
  const answer = await fetch(`${url}/cm?cmnd=${encodeURIComponent(command)}${more}`)
  return { status: answer.status, body: await answer.json() }
}

test('a plug is switched on and off and says so', async () => {
  const one = await open()
  expect((await say(one, 'Power On')).body).toEqual({ POWER: 'ON' })
  expect((await say(one, 'Status 11')).body).toMatchObject({ StatusSTS: { POWER: 'ON' } })
  expect((await say(one, 'Power1 Off')).body).toEqual({ POWER: 'OFF' })
})

test('its meter counts over its life, and draws while it is on', async () => {
  const one = await open({ meterKwh: 7, drawKw: 2 })
  await say(one, 'Power On')
  one.relay.addKwh(0.5)
  expect((await say(one, 'Status 8')).body).toMatchObject({ StatusSNS: { ENERGY: { Power: 2000 } } })
  expect(one.relay.energyKwh()).toBeGreaterThanOrEqual(7.5)
})

test('its own timer switches it off again', async () => {
  const one = await open()
  await say(one, 'PulseTime1 1')
  await say(one, 'Power On')
  expect(one.relay.isOn()).toBe(true)
  await one.relay.until(({ isOn }) => !isOn)
})

test('without its password it does nothing', async () => {
  const one = await open({ password: 'sesame' })
  expect((await say(one, 'Power On')).status).toBe(401)
  expect(one.relay.isOn()).toBe(false)
  expect((await say(one, 'Power On', '&user=admin&password=sesame')).body).toEqual({ POWER: 'ON' })
})

test('what it does not know it says', async () => {
  const one = await open()
  expect((await say(one, 'Power7 On')).body).toEqual({ Command: 'Unknown' })
})
