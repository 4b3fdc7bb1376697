import type { MqttSettings } from '@spacekeeper/contract/drivers.ts'
import { awaitWish } from './await-wish.ts'
import { connectMqtt } from './connect-mqtt.ts'
import { isMessageOn, numberIn, readMessage, saysOffline } from './read-message.ts'
import type { OpenDriver } from './relay-driver.ts'

/** Relays behind a broker: what they say of themselves is listened to, and what they are told is published. */
export const driveMqtt: OpenDriver<MqttSettings> = ({ settings, secret, onChange }) => {
  const { stateTopic, stateKey, energyTopic, energyKey, availabilityTopic, commandTopic, onWord, offWord } = settings
  let isOn: boolean | null = null
  let energyKwh: number | null = null
  let isAway = false
  const { look, until } = awaitWish(() => isAway)

  const hear = (topic: string, message: string) => {
    const before = { isOn, isAway }
    if (topic === availabilityTopic) isAway = saysOffline(message)
    if (topic === stateTopic) isOn = isMessageOn(readMessage(message, stateKey), { on: onWord, off: offWord }) ?? isOn
    if (topic === energyTopic) energyKwh = numberIn(readMessage(message, energyKey)) ?? energyKwh
    look()
    if (before.isOn !== isOn || before.isAway !== isAway) onChange()
  }
  const line = connectMqtt({
    settings,
    secret,
    topics: [stateTopic, energyTopic, availabilityTopic],
    hear,
    // What was known is old by the time it is back.
    lost: () => {
      isOn = null
      isAway = false
    },
  })

  const turn = async (wanted: boolean) => {
    await line.publish(commandTopic, wanted ? onWord : offWord)
    await until(() => isOn === wanted)
  }
  return {
    timesBumps: false,
    readState: async () => {
      await line.ready()
      await until(() => isOn !== null)
      return { isOn: isOn === true, energyKwh: energyTopic === '' ? null : energyKwh, powerWatts: null }
    },
    command: async ({ name }) => {
      if (name === 'reboot') return line.reconnect()
      return turn(name !== 'lock')
    },
    close: line.close,
  }
}
