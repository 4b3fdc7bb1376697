import { createMeter } from './meter.ts'
import { watchState } from './watch-state.ts'

export type RelayState = { isOn: boolean }
export type RelayEvent = { text: string }
export type RelayOptions = {
  meterKwh?: number
  drawKw?: number
  onEvent?: ((event: RelayEvent) => void) | undefined
}

/** A relay with a button and a meter, whatever protocol stands in front of it. */
export const createRelay = (options: RelayOptions = {}) => {
  const meter = createMeter(options)
  const watched = watchState<RelayState, RelayEvent>({
    initial: { isOn: false },
    describe: (state) => JSON.stringify(state),
    onEvent: options.onEvent,
  })
  let timer: NodeJS.Timeout | undefined

  const turn = (isOn: boolean, input: { by: string; forMs?: number }) => {
    clearTimeout(timer)
    meter.turn(isOn)
    watched.change({ isOn }, { text: `${isOn ? 'on' : 'off'}: ${input.by}` })
    if (isOn && input.forMs) timer = setTimeout(() => turn(false, { by: 'its own timer' }), input.forMs)
  }
  return {
    isOn: () => watched.now().isOn,
    events: watched.events,
    until: watched.until,
    /** `forMs`: off again by itself after so long. */
    turn,
    /** The button on it is pressed. */
    press: () => turn(!watched.now().isOn, { by: 'its button' }),
    /** What it has counted over its life, in kWh, and what is drawn now. */
    energyKwh: () => Number(meter.read().toFixed(4)),
    powerWatts: () => (watched.now().isOn ? meter.drawKw * 1_000 : 0),
    addKwh: meter.add,
    stop: () => clearTimeout(timer),
  }
}
export type Relay = ReturnType<typeof createRelay>
