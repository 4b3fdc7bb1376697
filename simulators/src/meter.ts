const msPerHour = 3_600_000

/** Counts what is drawn while a relay is on, over its whole life. */
export const createMeter = ({ meterKwh = 0, drawKw = 1 }: { meterKwh?: number; drawKw?: number }) => {
  let counted = meterKwh
  let onSince: number | null = null
  const read = () => counted + (onSince === null ? 0 : ((Date.now() - onSince) / msPerHour) * drawKw)
  return {
    read,
    turn: (isOn: boolean) => {
      counted = read()
      onSince = isOn ? Date.now() : null
    },
    /** As if so much had been drawn meanwhile. */
    add: (kwh: number) => {
      counted += kwh
    },
    drawKw,
  }
}
